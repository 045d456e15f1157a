import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../model/time/wallClock.ts'
import { parseObject } from '../../model/wire/json.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'

const ZONE = 'America/New_York'
/** Clocks in New York go back at 06:00 UTC: 05:30 and 06:30 are both 01:30. */
const MOMENTS = ['2024-11-03T03:30:00', '2024-11-03T04:30:00', '2024-11-03T05:30:00', '2024-11-03T06:30:00']

let server: TestApp
let folder: string
let datasetId: number
let chartId: number
beforeAll(async () => {
  server = await startApp()
  folder = mkdtempSync(join(tmpdir(), 'view-zone-'))
  const { db, now, tables } = server.services
  const databaseId = await ensureExamplesDatabase(db, now)
  const source = join(folder, 'moments.csv')
  writeFileSync(source, ['at,n', ...MOMENTS.map((at) => `${at},1`), ''].join('\n'))
  await tables.load({ databaseId, table: 'moments', source, format: 'csv' })
  datasetId = (await created('/api/v1/dataset/', { database: databaseId, table_name: 'moments' })).id
  const params = {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'at',
    time_grain_sqla: 'PT1H',
    metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }],
    groupby: [],
    adhoc_filters: [],
  }
  const chart = { slice_name: 'by hour', viz_type: params.viz_type, datasource_id: datasetId, datasource_type: 'table' }
  chartId = (await created('/api/v1/chart/', { ...chart, params: JSON.stringify(params) })).id
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function created(url: string, payload: object) {
  const headers = { authorization: `Bearer ${await server.token('admin')}` }
  const answer = await server.app.inject({ method: 'POST', url, payload, headers })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

const axis = { label: 'at', sqlExpression: 'at', expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1D' }
const byDay = (more: object = {}, context: object = {}) => ({
  datasource: { id: datasetId, type: 'table' },
  queries: [{ columns: [axis], metrics: ['count'], orderby: [['count', true]], ...more }],
  ...context,
})
const DAYS_OF_UTC = [{ at: Date.UTC(2024, 10, 3), count: 4 }]
const DAYS_OF_ZONE = [
  { at: Date.UTC(2024, 10, 2), count: 1 },
  { at: Date.UTC(2024, 10, 3), count: 3 },
]

async function dashboard(metadata: object): Promise<number> {
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW'] },
    ROW: { id: 'ROW', type: 'ROW', children: ['CHART'], meta: {} },
    CHART: { id: 'CHART', type: 'CHART', children: [], meta: { chartId, width: 4, height: 50 } },
  }
  const { id } = await created('/api/v1/dashboard/', {
    dashboard_title: 'zones',
    json_metadata: JSON.stringify({ ...metadata, positions: position }),
  })
  return id
}

it('reads and shows times in the zone that a request names, and without one as they are', async () => {
  const ask = async (more: object) => (await created('/api/v1/chart/data', byDay(more))).result[0]
  const plain = await ask({})
  expect(plain.data).toEqual(DAYS_OF_UTC)
  expect(plain).not.toHaveProperty('time_zone')
  expect(plain.query).not.toContain(ZONE)
  const zoned = await ask({ time_zone: ZONE })
  expect([zoned.data, zoned.time_zone]).toEqual([DAYS_OF_ZONE, ZONE])
  expect(zoned.cache_key).not.toBe(plain.cache_key)
  const range = { filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2024-11-03 : 2024-11-04' }], time_zone: ZONE }
  expect((await ask(range)).data).toEqual(DAYS_OF_ZONE.slice(1))
  const rows = await ask({ columns: ['at'], metrics: null, orderby: [['at', true]], time_zone: ZONE })
  expect(rows.data.map((row: { at: number }) => new Date(row.at).toISOString().slice(5, 16))).toEqual([
    '11-02T23:30',
    '11-03T00:30',
    '11-03T01:30',
    '11-03T01:30',
  ])
})

it('uses the time zone of the data from the dataset', async () => {
  const headers = { authorization: `Bearer ${await server.token('admin')}` }
  const put = (extra: string) =>
    server.app.inject({ method: 'PUT', url: `/api/v1/dataset/${datasetId}`, payload: { extra }, headers })
  expect((await put('{"timezone": "Asia/Tokyo"}')).statusCode).toBe(200)
  // 03:30 in Tokyo is 18:30 UTC of the day before
  const { result } = await created('/api/v1/chart/data', byDay({ time_zone: 'UTC' }))
  expect(result[0].data).toEqual([{ at: Date.UTC(2024, 10, 2), count: 4 }])
  expect((await put('{}')).statusCode).toBe(200)
})

it('reports an unknown zone', async () => {
  const headers = { authorization: `Bearer ${await server.token('admin')}` }
  const inject = (url: string, payload: object) => server.app.inject({ method: 'POST', url, payload, headers })
  const asked = await inject('/api/v1/chart/data', byDay({ time_zone: 'Mars/Olympus' }))
  expect([asked.statusCode, asked.json().message]).toEqual([
    400,
    "Request is incorrect: {'queries': {0: {'time_zone': ['Unknown time zone: Mars/Olympus']}}}",
  ])
  const saved = await inject('/api/v1/dashboard/', { json_metadata: '{"time_zone": "Mars/Olympus"}' })
  expect([saved.statusCode, saved.body]).toEqual([400, expect.stringContaining('Not a time zone')])
})

it('shows a dashboard in its own zone, for every request that names it, even if its reader chose another', async () => {
  const id = await dashboard({ time_zone: ZONE })
  const admin = await server.browser('admin')
  const hoursOf = async (dashboardId: number) => {
    const payload = { queries: [{ chartId }] }
    const answer = await admin.inject({ method: 'POST', url: `/api/v1/dashboard/${dashboardId}/data`, payload })
    const line = parseObject(answer.body.split('\n')[0] ?? '') as { result: { columns: number[][] }[] }
    return line.result[0]?.columns
  }
  const local = [Date.UTC(2024, 10, 2, 23), Date.UTC(2024, 10, 3, 0), Date.UTC(2024, 10, 3, 1)]
  // the hour that occurs twice contains the rows of both occurrences
  expect(await hoursOf(id)).toEqual([local, [1, 1, 2]])
  const { result } = await created('/api/v1/chart/data', byDay({}, { form_data: { dashboardId: id } }))
  expect(result[0].data).toEqual(DAYS_OF_ZONE)
  const choose = (time_zone: string | null) =>
    admin.inject({ method: 'PUT', url: '/api/v1/me/', payload: { time_zone } })
  expect((await choose('Europe/Berlin')).json().result.time_zone).toBe('Europe/Berlin')
  expect(await hoursOf(id)).toEqual([local, [1, 1, 2]])
  const plain = await dashboard({})
  expect((await hoursOf(plain))?.[0]?.[0]).toBe(Date.UTC(2024, 10, 3, 4))
  expect((await choose(null)).json().result).not.toHaveProperty('time_zone')
  expect((await hoursOf(plain))?.[0]?.[0]).toBe(Date.UTC(2024, 10, 3, 3))
})

it('shows a reader the zone chosen in the browser, but does not change responses to programs', async () => {
  await server.addUser('ana', ['Admin'])
  const ana = await server.browser('ana')
  const wrong = await ana.inject({ method: 'PUT', url: '/api/v1/me/', payload: { time_zone: 'Nowhere' } })
  expect([wrong.statusCode, wrong.body]).toEqual([400, expect.stringContaining('Not a time zone')])
  await ana.inject({ method: 'PUT', url: '/api/v1/me/', payload: { time_zone: ZONE } })
  const seen = await ana.inject({ method: 'POST', url: '/api/v1/chart/data', payload: byDay() })
  expect(seen.json().result[0].data).toEqual(DAYS_OF_ZONE)
  const csv = await ana.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    payload: byDay({}, { result_format: 'csv' }),
  })
  expect(csv.body).toBe('at,COUNT(*)\n2024-11-02,1\n2024-11-03,3\n')
  const headers = { authorization: `Bearer ${await server.token('ana')}` }
  const program = await server.app.inject({ method: 'POST', url: '/api/v1/chart/data', payload: byDay(), headers })
  expect(program.json().result[0].data).toEqual(DAYS_OF_UTC)
  expect((await ana.inject({ url: '/api/v1/me/' })).json().result.time_zone).toBe(ZONE)
})

it('resolves time ranges in the zone of the reader, or of the dashboard', async () => {
  await server.addUser('bo', ['Admin'])
  const bo = await server.browser('bo')
  const q = encodeURIComponent(formatRison('today : now'))
  const rangeOf = async (more = '') => (await bo.inject({ url: `/api/v1/time_range/?q=${q}${more}` })).json()
  // the clocks of both show the same time, a day apart
  await bo.inject({ method: 'PUT', url: '/api/v1/me/', payload: { time_zone: 'Pacific/Kiritimati' } })
  const [kiritimati, honolulu] = [(await rangeOf()).result, (await rangeOf('&time_zone=Pacific/Honolulu')).result]
  expect(Date.parse(kiritimati.since) - Date.parse(honolulu.since)).toBe(DAY_MS)
  expect(Math.round((Date.parse(kiritimati.until) - Date.parse(honolulu.until)) / 3_600_000)).toBe(24)
  expect(JSON.stringify(await rangeOf('&time_zone=Mars'))).toContain('Not a time zone')
})
