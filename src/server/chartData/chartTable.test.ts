import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'

/** `result_type: post_processed` over HTTP: the table that the chart shows, as JSON and as files. */

let server: TestApp
let folder: string
let token: string
let dataset: number
let chart: number

const authorised = () => ({ authorization: `Bearer ${token}` })
const post = (url: string, payload: object) =>
  server.app.inject({ method: 'POST', url, payload, headers: authorised() })
const query = { columns: ['sex', 'state'], metrics: ['total'], orderby: [['total', false]] }
const ask = (form_data: object, more: object = {}) =>
  post('/api/v1/chart/data', {
    datasource: { id: dataset, type: 'table' },
    queries: [query],
    result_type: 'post_processed',
    result_format: 'csv',
    form_data,
    ...more,
  })
const pivot = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['state'],
  groupbyColumns: ['sex'],
  metrics: ['total'],
  rowTotals: true,
}

beforeAll(async () => {
  server = await startApp()
  const { db, now, tables } = server.services
  folder = mkdtempSync(join(tmpdir(), 'chart-table-'))
  const databaseId = await ensureExamplesDatabase(db, now)
  const source = join(folder, 'births.csv')
  writeFileSync(source, 'sex,state,num\nboy,NY,10\ngirl,NY,20\nboy,=CA,3\n')
  await tables.load({ databaseId, table: 'births', source, format: 'csv' })
  token = await server.token('admin')
  dataset = (await post('/api/v1/dataset/', { database: databaseId, table_name: 'births' })).json<{ id: number }>().id
  const { result } = (await server.app.inject({ url: `/api/v1/dataset/${dataset}`, headers: authorised() })).json<{
    result: { metrics: object[] }
  }>()
  const metrics = [
    ...result.metrics.map((metric) => ({ ...metric, created_on: undefined, changed_on: undefined })),
    { metric_name: 'total', expression: 'SUM(num)', verbose_name: 'People' },
  ]
  const changed = await server.app.inject({
    method: 'PUT',
    url: `/api/v1/dataset/${dataset}`,
    payload: { metrics },
    headers: authorised(),
  })
  expect([changed.statusCode, changed.body]).toEqual([200, expect.anything()])
  const made = await post('/api/v1/chart/', {
    slice_name: 'births',
    viz_type: 'pivot_table_v2',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(pivot),
    query_context: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [query], form_data: {} }),
  })
  chart = made.json<{ id: number }>().id
}, 120_000)

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const PIVOTED = `,People boy,People girl,People Subtotal,Total (Sum)\n'=CA,3,,3,3\nNY,10,20.0,30,30\n`

describe('columns named like members of Object.prototype', () => {
  let races: number
  beforeAll(async () => {
    const { db, now, tables } = server.services
    const source = join(folder, 'races.csv')
    writeFileSync(source, 'constructor,toString,points\nSauber,a,3\nLotus,b,1\n')
    const databaseId = await ensureExamplesDatabase(db, now)
    await tables.load({ databaseId, table: 'races', source, format: 'csv' })
    races = (await post('/api/v1/dataset/', { database: databaseId, table_name: 'races' })).json<{ id: number }>().id
  })

  const byConstructor = { columns: ['constructor', 'toString'], metrics: ['count'], orderby: [['constructor', true]] }
  const form = { groupbyRows: ['constructor'], groupbyColumns: ['toString'], metrics: ['count'] }
  it.each([
    ['rows', {}, 'constructor,toString,COUNT(*)\nLotus,b,1\nSauber,a,1\n'],
    ['a table', { viz_type: 'table' }, ',constructor,toString,COUNT(*)\n0,Lotus,b,1\n1,Sauber,a,1\n'],
    ['a pivot', { ...form, viz_type: 'pivot_table_v2' }, ',COUNT(*) a,COUNT(*) b\nLotus,,1.0\nSauber,1.0,\n'],
  ])('keep their names: %s', async (_, form_data, csv) => {
    const answer = await ask(form_data, { datasource: { id: races, type: 'table' }, queries: [byConstructor] })
    expect([answer.statusCode, answer.body]).toEqual([200, csv])
  })
})

describe('the table of a chart', () => {
  it('is the pivot, as CSV', async () => {
    const answer = await ask(pivot)
    expect([answer.statusCode, answer.body]).toEqual([200, PIVOTED])
  })

  it('is the same for a saved chart, by its own form data', async () => {
    const url = `/api/v1/chart/${chart}/data/?type=post_processed&format=csv`
    expect((await server.app.inject({ url, headers: authorised() })).body).toBe(PIVOTED)
    const full = await server.app.inject({ url: `/api/v1/chart/${chart}/data/?format=csv`, headers: authorised() })
    expect(full.body).toBe(`sex,state,People\ngirl,NY,20\nboy,NY,10\nboy,'=CA,3\n`)
  })

  it('is the pivot, as JSON by column and line', async () => {
    const answer = await ask({ ...pivot, rowTotals: false }, { result_format: 'json' })
    const [result] = answer.json<{ result: Record<string, unknown>[] }>().result
    expect(result).toMatchObject({
      rowcount: 2,
      colnames: [
        ['People', 'boy'],
        ['People', 'girl'],
      ],
      indexnames: [['=CA'], ['NY']],
      coltypes: [0, 0],
      data: { 'People boy': { '=CA': 3, NY: 10 }, 'People girl': { '=CA': null, NY: 20 } },
      status: 'success',
    })
  })

  it('has the totals of the database if they are requested with it, each metric by itself', async () => {
    const states = { expressionType: 'SQL', sqlExpression: 'COUNT(DISTINCT state)', label: 'states' }
    const level = (...columns: string[]) => ({ columns, metrics: [states], row_limit: 0 })
    const form = {
      ...pivot,
      groupbyRows: ['sex'],
      groupbyColumns: ['state'],
      metrics: [states],
      rowTotals: true,
      colTotals: true,
    }
    const queries = [level('state', 'sex'), level(), level('sex'), level('state')]
    const answer = await ask(form, { queries })
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      `,states =CA,states NY,states Total\nboy,1.0,1,2\ngirl,,1,1\nTotal,1.0,1,2\n`,
    ])
    const sheet = await ask(form, { queries, result_format: 'xlsx' })
    expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, expect.stringContaining('sheet')])
    // other clients send one query: their totals are sums of the cells
    expect((await ask(form, { queries: queries.slice(0, 1) })).body).toContain('Total (Sum)')
  })

  it('can be a sheet as well', async () => {
    const answer = await ask(pivot, { result_format: 'xlsx' })
    const sheet = Object.entries(unzipSync(answer.rawPayload)).find(([name]) => name.endsWith('sheet1.xml'))?.[1]
    expect(strFromU8(sheet as Uint8Array)).toContain('People Subtotal')
  })

  it('is numbered rows with number formats for a table', async () => {
    const answer = await ask({ viz_type: 'table', column_config: { total: { d3NumberFormat: ',.2f' } } })
    expect(answer.body).toBe(`,sex,state,People\n0,girl,NY,20.00\n1,boy,NY,10.00\n2,boy,'=CA,3.00\n`)
    const json = await ask({ viz_type: 'table' }, { result_format: 'json' })
    expect(json.json<{ result: object[] }>().result[0]).toMatchObject({
      colnames: ['sex', 'state', 'People'],
      indexnames: [0, 1, 2],
      data: { sex: { 0: 'girl', 1: 'boy', 2: 'boy' }, People: { 0: 20, 1: 10, 2: 3 } },
    })
  })

  it.each([
    [{ viz_type: 'pie' }, 'sex,state,People'],
    [{}, 'sex,state,People'],
  ])('is its rows for %j', async (form, head) => {
    expect((await ask(form)).body.split('\n')[0]).toBe(head)
  })

  it('is cached separately from the rows', async () => {
    const json = { result_format: 'json' }
    const data = async (form: object, type: string) =>
      (await ask(form, { ...json, result_type: type })).json<{ result: { data: unknown }[] }>().result[0]?.data
    expect(await data(pivot, 'full')).toBeInstanceOf(Array)
    expect(await data(pivot, 'post_processed')).toHaveProperty('People boy')
    expect(await data({ ...pivot, combineMetric: true }, 'post_processed')).toHaveProperty('boy People')
    expect(await data(pivot, 'full')).toBeInstanceOf(Array)
  })

  it('is rejected if the form data refers to columns that the query does not return', async () => {
    const answer = await ask({ ...pivot, groupbyRows: ['num'] })
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      expect.stringMatching(/refers to ..num..?, which its query/),
    ])
  })
})
