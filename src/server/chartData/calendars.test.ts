import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainFiscalTable } from '../../engine/dialects/testing/plainClock.ts'
import { DAY_MS } from '../../model/time/wallClock.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { readConfig } from '../config.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'

/** One row for each day of these years. */
const [FIRST, LAST] = [Date.UTC(2020, 0), Date.UTC(2025, 0)]
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

let server: TestApp
let folder: string
let databaseId: number
let datasetId: number
beforeAll(async () => {
  server = await startApp({ SEXTANT_FISCAL_YEAR_START: '4', SEXTANT_WEEK_START: 'sunday' })
  folder = mkdtempSync(join(tmpdir(), 'calendars-'))
  const { db, now, tables } = server.services
  databaseId = await ensureExamplesDatabase(db, now)
  const source = join(folder, 'days.csv')
  const days = Array.from({ length: (LAST - FIRST) / DAY_MS }, (_, at) => `${day(FIRST + at * DAY_MS)}T12:00:00`)
  writeFileSync(source, ['at', ...days, ''].join('\n'))
  await tables.load({ databaseId, table: 'days', source, format: 'csv' })
  datasetId = (await sent('POST', '/api/v1/dataset/', { database: databaseId, table_name: 'days' })).json().id
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function sent(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await server.token('admin')}` }
  return server.app.inject({ method, url, headers, ...(payload && { payload }) })
}

const axis = (timeGrain: string) => ({
  label: 'at',
  sqlExpression: 'at',
  expressionType: 'SQL',
  columnType: 'BASE_AXIS',
  timeGrain,
})
const range = (val: string) => ({ filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val }] })

async function ask(grain: string, more: object) {
  const query = { columns: [axis(grain)], metrics: ['count'], orderby: [['at', true]], ...more }
  return sent('POST', '/api/v1/chart/data', { datasource: { id: datasetId, type: 'table' }, queries: [query] })
}

async function rowsOf(grain: string, more: object): Promise<unknown[][]> {
  const answer = await ask(grain, more)
  expect(answer.statusCode, answer.body).toBe(200)
  const [{ data }] = answer.json().result as [{ data: Record<string, number | null>[] }]
  return data.map(({ at, ...rest }) => [at == null ? null : day(at), ...Object.values(rest)])
}

it('groups by fiscal quarters and years, and by weeks that start on Sunday', async () => {
  expect(await rowsOf('P1Y/fiscal', range('2022-04-01 : 2024-04-01'))).toEqual([
    ['2022-04-01', 365],
    ['2023-04-01', 366],
  ])
  expect(await rowsOf('P3M/fiscal', range('2024-01-01 : 2024-07-01'))).toEqual([
    ['2024-01-01', 91],
    ['2024-04-01', 91],
  ])
  expect(await rowsOf('P1W', range('2024-05-18 : 2024-05-20'))).toEqual([
    ['2024-05-12', 1],
    ['2024-05-19', 1],
  ])
})

it('compares with the last fiscal year', async () => {
  const compared = { ...range('2023-04-01 : 2024-04-01'), time_offsets: ['1 fiscal year ago'] }
  expect(await rowsOf('P1Y/fiscal', compared)).toEqual([['2023-04-01', 366, 365]])
})

it('resolves fiscal ranges, also where their dates are shown', async () => {
  const q = encodeURIComponent(formatRison('previous fiscal year'))
  const { since, until } = (await sent('GET', `/api/v1/time_range/?q=${q}`)).json().result
  const now = new Date(server.services.now())
  const year = now.getUTCFullYear() - (now.getUTCMonth() < 3 ? 2 : 1)
  expect([since, until]).toEqual([`${year}-04-01T00:00:00`, `${year + 1}-04-01T00:00:00`])
})

it('resolves fiscal ranges by the calendar of a dataset', async () => {
  const shown = () =>
    sent('GET', `/api/v1/time_range/?q=${formatRison('previous fiscal year')}&dataset_id=${datasetId}`)
  const used = async () => {
    const query = { columns: [axis('P1D')], metrics: ['count'], granularity: 'at', time_range: 'previous fiscal year' }
    const answer = await sent('POST', '/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries: [query],
    })
    return answer.json().result[0].from_dttm
  }
  expect((await shown()).json().result.since.slice(4)).toBe('-04-01T00:00:00')
  await sent('PUT', `/api/v1/dataset/${datasetId}`, { extra: '{"calendar": {"fiscal_year_start": 10}}' })
  const { since } = (await shown()).json().result
  expect(since.slice(4)).toBe('-10-01T00:00:00')
  expect(Date.parse(`${since}Z`)).toBe(await used())
  await sent('PUT', `/api/v1/dataset/${datasetId}`, { extra: null })
  const missing = await sent('GET', `/api/v1/time_range/?q=${formatRison('Last week')}&dataset_id=4711`)
  expect(missing.statusCode).toBe(404)
})

it('lists fiscal grains where a dataset has a calendar', async () => {
  const grains = async () =>
    ((await sent('GET', `/datasource/get/table/${datasetId}/`)).json().time_grain_sqla as [string, string][]).map(
      ([grain]) => grain,
    )
  expect(await grains()).not.toContain('P3M/fiscal')
  await sent('PUT', `/api/v1/dataset/${datasetId}`, { extra: '{"calendar": {"fiscal_year_start": 10}}' })
  expect(await grains()).toContain('P3M/fiscal')
  expect(await rowsOf('P1Y/fiscal', range('2023-09-30 : 2023-10-02'))).toEqual([
    ['2022-10-01', 1],
    ['2023-10-01', 1],
  ])
  await sent('PUT', `/api/v1/dataset/${datasetId}`, { extra: null })
})

it('counts by the fiscal table of a dataset; days outside of it are a separate group', async () => {
  // 2022 has 53 weeks
  const extra = JSON.stringify({ calendar: { fiscal_table: plainFiscalTable('2021-01-31', 2021, 3) } })
  expect((await sent('PUT', `/api/v1/dataset/${datasetId}`, { extra })).statusCode).toBe(200)
  expect(await rowsOf('P1Y/fiscal', {})).toEqual([
    ['2021-01-31', 364],
    ['2022-01-30', 371],
    ['2023-02-05', 364],
    [null, 728],
  ])
  const compared = { ...range('2022-01-30 : 2022-05-01'), time_offsets: ['1 fiscal year ago'] }
  expect(await rowsOf('P1M/fiscal', compared)).toEqual([
    ['2022-01-30', 28, 28],
    ['2022-02-27', 28, 28],
    ['2022-03-27', 35, 35],
  ])
  // the first bucket begins before the range
  const cut = { ...range('2022-02-10 : 2022-05-01'), time_offsets: ['1 fiscal year ago'] }
  expect((await rowsOf('P1M/fiscal', cut))[0]).toEqual(['2022-01-30', 17, 17])
  expect(await rowsOf('P1Y/fiscal', cut)).toEqual([['2022-01-30', 80, 80]])
  const missing = await ask('P1M/fiscal', { ...range('2021-02-01 : 2021-03-01'), time_offsets: ['1 fiscal year ago'] })
  expect([missing.statusCode, missing.json().message]).toEqual([
    400,
    'Error: The fiscal calendar has no year 2020, with which 2021 is compared.',
  ])
})

it('rejects a table with a gap, and reports one that was stored in another way', async () => {
  const hole = 'start,end,year,quarter,period\n2024-01-01,2024-01-28,2024,1,1\n2024-02-05,2024-02-25,2024,1,2'
  const extra = JSON.stringify({ calendar: { fiscal_table: hole } })
  const sentence = 'Fiscal calendar, line 3: the days from 2024-01-29 to 2024-02-04 belong to no period.'
  const refused = await sent('PUT', `/api/v1/dataset/${datasetId}`, { extra })
  expect([refused.statusCode, refused.json().message]).toEqual([400, { extra: [sentence] }])
  const { db } = server.services
  await db
    .updateTable('datasets')
    .set((eb) => ({ extra, version: eb('version', '+', 1) }))
    .where('id', '=', datasetId)
    .execute()
  const answer = await ask('P3M/fiscal', {})
  expect([answer.statusCode, answer.json().message]).toEqual([400, `Error: ${sentence}`])
  expect((await ask('P3M', {})).statusCode).toBe(200)
  const file = join(folder, 'fiscal.csv')
  writeFileSync(file, hole)
  expect(() => readConfig({ SEXTANT_FISCAL_CALENDAR: file })).toThrow(`SEXTANT_FISCAL_CALENDAR: ${sentence}`)
  expect(() => readConfig({ SEXTANT_FISCAL_CALENDAR: join(folder, 'none.csv') })).toThrow(
    'SEXTANT_FISCAL_CALENDAR: ENOENT',
  )
})
