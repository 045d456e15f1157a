import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from './embedded/tables.ts'
import { startApp, type TestApp } from './testing/app.ts'

let server: TestApp
let folder: string
let dataset: number
const tokens = new Map<string, string>()

const call = (user: string, options: InjectOptions) =>
  server.app.inject({ ...options, headers: { authorization: `Bearer ${tokens.get(user)}`, ...options.headers } })
const post = (user: string, url: string, payload: object) => call(user, { method: 'POST', url, payload })
const idOf = (answer: { json<T>(): T }) => answer.json<{ id: number }>().id

beforeAll(async () => {
  server = await startApp()
  const { db, now, tables } = server.services
  folder = mkdtempSync(join(tmpdir(), 'wrong-'))
  const databaseId = await ensureExamplesDatabase(db, now)
  const source = join(folder, 'open.csv')
  writeFileSync(source, 'word,size\nhello,1\n')
  await tables.load({ databaseId, table: 'open', source, format: 'csv' })
  tokens.set('admin', await server.token('admin'))
  dataset = idOf(await post('admin', '/api/v1/dataset/', { database: databaseId, table_name: 'open' }))
  await server.grant(await server.addUser('viewer', ['Gamma']), [{ datasetId: dataset }])
  tokens.set('viewer', await server.token('viewer'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Sends a chart data request for the table, with changes. */
const ask = (more: object) =>
  post('viewer', '/api/v1/chart/data', {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: ['word'], metrics: [], row_limit: 10, ...more }],
  })

describe('invalid requests are reported', () => {
  const pivot = { operation: 'pivot', options: { index: ['nope'], columns: [], aggregates: {} } }
  const range = { granularity: 'word', time_range: '2020-01-02 : 2020-01-01' }
  it.each([
    ['a step that fails', { post_processing: [pivot] }],
    ['a reversed time range', range],
    ['an unknown grain', { extras: { time_grain_sqla: 'P1X' } }],
    [
      'an unknown aggregate',
      { metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'size' }, aggregate: 'X' }] },
    ],
  ])('%s', async (_, more) => {
    const answer = await ask(more)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json<{ message: string }>().message.length).toBeGreaterThan(10)
  })

  it.each(['NaN', 'Infinity', '-inf', '1e999', 'null'])('and %s against numbers stays a value', async (val) => {
    for (const filter of [
      { col: 'size', op: '==', val },
      { col: 'size', op: 'IN', val: [val, null, 1] },
    ]) {
      const answer = await ask({ filters: [filter] })
      expect([200, 400], answer.body).toContain(answer.statusCode)
      expect(answer.body).not.toMatch(/column "?(NaN|Infinity|inf|null)/i)
    }
  })

  it.each([
    { viz_type: 'table', query_mode: 'aggregate', metrics: ['count', null] },
    { viz_type: 'table', query_mode: 'raw', all_columns: ['word'], order_by_cols: ['x'] },
  ])('form data that no chart creates: %j', async (form) => {
    const params = JSON.stringify(form)
    const chart = {
      slice_name: 'odd',
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params,
    }
    const id = idOf(await post('admin', '/api/v1/chart/', chart))
    const form_data = { ...form, datasource: `${dataset}__table` }
    const saved = await call('admin', { url: `/api/v1/chart/${id}/data/` })
    const sent = await post('admin', '/superset/explore_json/', { form_data })
    expect(saved.statusCode, saved.body).toBeLessThan(500)
    expect([sent.statusCode, sent.body]).toEqual([400, expect.stringContaining('form data of this chart')])
    await call('admin', { method: 'DELETE', url: `/api/v1/chart/${id}` })
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=x'])('an invalid form: %s', async (type) => {
    const url = '/superset/explore_json/'
    const options = { method: 'POST', url, headers: { 'content-type': type }, payload: 'form_data' } as const
    const answer = await call('admin', options)
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'The form cannot be read.' }])
  })

  describe('excessive requests', () => {
    const many = Array.from({ length: 40_000 }, (_, index) => index + 1)
    const placed = Object.fromEntries(many.map((id) => [`C${id}`, { type: 'CHART', meta: { chartId: id } }]))
    const filters = many.map((id) => ({ id: `F${id}`, targets: [{ datasetId: id }] }))
    it.each<[string, string, object]>([
      ['owners', 'dashboard', { dashboard_title: 'x', owners: many }],
      ['roles', 'dashboard', { dashboard_title: 'x', roles: many }],
      ['placed charts', 'dashboard', { dashboard_title: 'x', json_metadata: JSON.stringify({ positions: placed }) }],
      ['elements', 'dashboard', { dashboard_title: 'x', position_json: JSON.stringify(placed) }],
      [
        'filters',
        'dashboard',
        { dashboard_title: 'x', json_metadata: JSON.stringify({ native_filter_configuration: filters }) },
      ],
      [
        'targets of a filter',
        'dashboard',
        {
          dashboard_title: 'x',
          json_metadata: JSON.stringify({
            native_filter_configuration: [{ id: 'F', targets: filters.flatMap(({ targets }) => targets) }],
          }),
        },
      ],
      ['dashboards', 'chart', { slice_name: 'x', datasource_id: 1, datasource_type: 'table', dashboards: many }],
      ['tables', 'rowlevelsecurity', { name: 'x', clause: '1=1', filter_type: 'Base', tables: many, roles: [] }],
    ])('%s of a %s', async (_, kind, body) => {
      const answer = await post('admin', `/api/v1/${kind}/`, body)
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('Longer than maximum length')])
    })

    it('elements of a copy', async () => {
      const id = idOf(await post('admin', '/api/v1/dashboard/', { dashboard_title: 'x' }))
      const positions = Object.fromEntries(many.map((n) => [n, 0]))
      const data = JSON.stringify({ dashboard_title: 'y', duplicate_slices: false, positions })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const options = { method: 'POST', url: `/superset/copy_dash/${id}/`, headers, payload: `data=${data}` } as const
      expect((await call('admin', options)).statusCode).toBe(400)
    })

    // parsing this takes 100 ms or more
    const values = JSON.stringify({ list: Array.from({ length: 300_000 }, () => 1) })
    it.each([
      ['/api/v1/chart/data', 'form_data'],
      ['/api/v1/query/', 'query_context'],
      ['/datasource/save/', 'data'],
      ['/superset/copy_dash/1/', 'data'],
      ['/superset/explore/', 'form_data'],
      ['/superset/log/', 'events'],
      ['/superset/save_dash/1/', 'data'],
      ['/superset/sqllab/', 'form_data'],
      ['/superset/sqllab_viz/', 'data'],
      ['/tabstateview/', 'queryEditor'],
    ])('values of the JSON in a field: %s', async (url, field) => {
      const kinds = {
        'application/x-www-form-urlencoded': new URLSearchParams({ [field]: values }).toString(),
        'multipart/form-data; boundary=x': `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${values}\r\n--x--\r\n`,
      }
      for (const [type, payload] of Object.entries(kinds)) {
        const answer = await call('admin', { method: 'POST', url, headers: { 'content-type': type }, payload })
        expect([answer.statusCode, answer.body], type).toEqual([400, expect.stringMatching(/too many values/i)])
      }
    })

    it('owners to search for', async () => {
      const q = `(filters:!((col:owners,opr:rel_m_m,value:!(${many.slice(0, 2000)}))))`
      expect((await call('viewer', { url: `/api/v1/dashboard/?q=${q}` })).statusCode).toBe(400)
    })
  })

  it.each([
    '/api/v1/dashboard/permalink/nope',
    '/api/v1/explore/permalink/nope',
    '/api/v1/explore/form_data/nope',
    '/api/v1/explore/?permalink_key=nope',
    '/api/v1/time_range/?q=%272020-01-02%20%3A%202020-01-01%27',
  ])('%s', async (url) => {
    expect([400, 404]).toContain((await call('viewer', { url })).statusCode)
  })
})

it('a body that is not JSON is reported in the format of the route', async () => {
  const broken = (url: string) =>
    call('admin', { method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: '{bad' })
  const told = '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.'
  expect((await broken('/api/v1/chart/')).json()).toEqual({ message: told })
  expect((await broken('/api/v1/css_template/')).json()).toEqual({ error: told })
  expect((await broken('/api/v1/saved_query/')).json()).toEqual({ error: told })
})
