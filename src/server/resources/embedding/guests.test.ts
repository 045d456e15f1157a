import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

/** Guests of embedded dashboards: rows and objects that their token does not name contain `canary`. */

const canary = 'canary-77e1'
let server: TestApp
let folder: string
let admin: string
const ids: Record<string, number> = {}
let uuid: string

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (headers: Record<string, string>, method: Method, url: string, payload?: object) => {
  const options: InjectOptions = { method, url, headers }
  return server.app.inject(payload === undefined ? options : { ...options, payload })
}
const asAdmin = (method: Method, url: string, payload?: object) =>
  call({ authorization: `Bearer ${admin}` }, method, url, payload)
const made = async (url: string, payload: object) => {
  const answer = await asAdmin('POST', url, payload)
  const { id } = answer.json<{ id?: number }>()
  if (id === undefined) throw new Error(answer.body)
  return id
}

interface Wanted {
  resources?: object[]
  rls?: object[]
}
async function guestToken({ resources = [{ type: 'dashboard', id: uuid }], rls = [] }: Wanted = {}): Promise<string> {
  const user = { username: 'visitor', first_name: 'V', last_name: 'R' }
  const answer = await asAdmin('POST', '/api/v1/security/guest_token/', { user, resources, rls })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ token: string }>().token
}
const asGuest = (token: string, method: Method, url: string, payload?: object) =>
  call({ 'x-guesttoken': token }, method, url, payload)

const chartForm = (datasource: string) => ({
  viz_type: 'table',
  datasource,
  query_mode: 'raw',
  all_columns: ['region', 'word'],
  adhoc_filters: [],
  row_limit: 100,
})

beforeAll(async () => {
  server = await startApp()
  const { db, now, tables } = server.services
  folder = mkdtempSync(join(tmpdir(), 'guests-'))
  const databaseId = await ensureExamplesDatabase(db, now)
  const source = join(folder, 'sales.csv')
  writeFileSync(
    source,
    `region,word,day,secret\nnorth,hello,2026-01-01,${canary}-a\nsouth,${canary},2026-01-02,${canary}-b\n`,
  )
  await tables.load({ databaseId, table: 'sales', source, format: 'csv' })
  admin = await server.token('admin')
  ids['sales'] = await made('/api/v1/dataset/', { database: databaseId, table_name: 'sales', schema: 'main' })
  ids['virtual'] = await made('/api/v1/dataset/', {
    database: databaseId,
    table_name: 'virtual_sales',
    sql: 'SELECT region, word FROM sales',
  })
  const chart = (name: string, dataset: number) =>
    made('/api/v1/chart/', {
      slice_name: name,
      datasource_id: dataset,
      datasource_type: 'table',
      viz_type: 'table',
      params: JSON.stringify(chartForm(`${dataset}__table`)),
    })
  ids['chart'] = await chart('Words', ids['sales'] ?? 0)
  ids['virtualChart'] = await chart('Virtual words', ids['virtual'] ?? 0)
  ids['foreignChart'] = await chart(`Foreign ${canary}`, ids['sales'] ?? 0)
  ids['dashboard'] = await made('/api/v1/dashboard/', { dashboard_title: 'Embedded' })
  ids['foreign'] = await made('/api/v1/dashboard/', { dashboard_title: `Foreign ${canary}`, published: true })
  for (const name of ['chart', 'virtualChart'])
    await asAdmin('PUT', `/api/v1/chart/${ids[name]}`, { dashboards: [ids['dashboard']] })
  await asAdmin('PUT', `/api/v1/chart/${ids['foreignChart']}`, { dashboards: [ids['foreign']] })
  const setting = await asAdmin('POST', `/api/v1/dashboard/${ids['dashboard']}/embedded`, { allowed_domains: [] })
  uuid = setting.json<{ result: { uuid: string } }>().result.uuid
}, 120_000)
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const north = { rls: [{ clause: "region = 'north'" }] }
const query = (more: object = {}, form: object = {}) => ({
  datasource: { id: ids['sales'], type: 'table' },
  queries: [{ columns: ['region', 'word'], metrics: null, row_limit: 100, ...more }],
  form_data: { dashboardId: ids['dashboard'], slice_id: ids['chart'], ...form },
})

describe('a guest', () => {
  it('reads the dashboard of the token, with its charts and their rows', async () => {
    const token = await guestToken()
    const { dashboard, chart } = ids
    expect((await asGuest(token, 'GET', `/api/v1/dashboard/${dashboard}`)).statusCode).toBe(200)
    expect((await asGuest(token, 'GET', `/api/v1/dashboard/${dashboard}/charts`)).json()).toMatchObject({
      result: [{ slice_name: 'Words' }, { slice_name: 'Virtual words' }],
    })
    const data = await asGuest(token, 'POST', `/api/v1/dashboard/${dashboard}/data`, { queries: [{ chartId: chart }] })
    expect(data.body).toContain('hello')
    expect((await asGuest(token, 'POST', '/api/v1/chart/data', query())).body).toContain('hello')
  })

  it('is anonymous without a valid token', async () => {
    const token = await guestToken()
    const [head, body, mac] = token.split('.')
    const other = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    for (const forged of [`${head}.${body}.${mac?.slice(0, -2)}xx`, `${other}.${body}.`, 'nonsense', admin])
      expect((await asGuest(forged, 'GET', `/api/v1/dashboard/${ids['dashboard']}`)).statusCode).toBe(401)
    expect((await call({ authorization: `Bearer ${token}` }, 'GET', '/api/v1/me/')).statusCode).toBe(422)
  })

  it('has access for five minutes', async () => {
    const token = await guestToken()
    server.advance(301_000)
    expect((await asGuest(token, 'GET', `/api/v1/dashboard/${ids['dashboard']}`)).statusCode).toBe(401)
    admin = await server.token('admin')
  })

  it('sees nothing after the dashboard is no longer embedded', async () => {
    const id = await made('/api/v1/dashboard/', { dashboard_title: 'Short' })
    const setting = await asAdmin('POST', `/api/v1/dashboard/${id}/embedded`, { allowed_domains: [] })
    const own = setting.json<{ result: { uuid: string } }>().result.uuid
    const token = await guestToken({ resources: [{ type: 'dashboard', id: own }] })
    expect((await asGuest(token, 'GET', `/api/v1/dashboard/${id}`)).statusCode).toBe(200)
    await asAdmin('DELETE', `/api/v1/dashboard/${id}/embedded`)
    expect((await asGuest(token, 'GET', `/api/v1/dashboard/${id}`)).statusCode).toBe(404)
  })

  it.each([
    ['the contract’s data call', () => ['POST', '/api/v1/chart/data', query()]],
    ['the data of a virtual dataset', () => ['POST', '/api/v1/chart/data', ofVirtual()]],
    ['the rows of the dashboard page', () => ['POST', page(), { queries: [{ chartId: ids['chart'] }] }]],
    ['rows of a virtual dataset', () => ['POST', page(), { queries: [{ chartId: ids['virtualChart'] }] }]],
    ['a file', () => ['POST', '/api/v1/chart/data', { ...query(), result_format: 'csv' }]],
    ['the chart builder', () => ['POST', '/api/v1/explore/data', query()]],
  ] as [string, () => [Method, string, object]][])('sees only the rows of the token in %s', async (_name, request) => {
    const token = await guestToken(north)
    const [method, url, body] = request()
    const answer = await asGuest(token, method, url, body)
    expect(answer.body).toContain('hello')
    expect(answer.body).not.toContain(canary)
  })

  const refusals: [string, () => [Method, string, object?]][] = [
    ['another column', () => ['POST', '/api/v1/chart/data', query({ columns: ['secret'] })]],
    ['a metric', () => ['POST', '/api/v1/chart/data', query({ metrics: [sqlMetric('max(secret)')] })]],
    ['a column expression', () => ['POST', '/api/v1/chart/data', query({ columns: [sqlColumn('secret')] })]],
    ['an order', () => ['POST', '/api/v1/chart/data', query({ orderby: [['secret', true]] })]],
    ['a condition', () => ['POST', '/api/v1/chart/data', query({ extras: { where: "secret like 'c%'" } })]],
    ['a filter', () => ['POST', '/api/v1/chart/data', query({ filters: [{ col: 'secret', op: 'LIKE', val: 'c%' }] })]],
    ['all columns', () => ['POST', '/api/v1/chart/data', query({ columns: [] })]],
    ['samples', () => ['POST', '/api/v1/chart/data', { ...query(), result_type: 'samples' }]],
    ['details', () => ['POST', '/api/v1/chart/data', { ...query(), result_type: 'drill_detail' }]],
    ['the SQL', () => ['POST', '/api/v1/chart/data', { ...query(), result_type: 'query' }]],
    ['no chart', () => ['POST', '/api/v1/chart/data', query({}, { slice_id: null })]],
    ['no dashboard', () => ['POST', '/api/v1/chart/data', query({}, { dashboardId: null })]],
    ['another dashboard', () => ['POST', '/api/v1/chart/data', query({}, { dashboardId: ids['foreign'] })]],
    ['another chart', () => ['POST', '/api/v1/chart/data', query({}, { slice_id: ids['foreignChart'] })]],
    ['a foreign dashboard', () => ['GET', `/api/v1/dashboard/${ids['foreign']}`]],
    ['its charts', () => ['GET', `/api/v1/dashboard/${ids['foreign']}/charts`]],
    ['a chart by itself', () => ['GET', `/api/v1/chart/${ids['foreignChart']}`]],
    ['its data', () => ['GET', `/api/v1/chart/${ids['foreignChart']}/data/`]],
    ['column values', () => ['GET', `/api/v1/datasource/table/${ids['sales']}/column/secret/values/`]],
    ['the samples of the dataset', () => ['POST', samples(), {}]],
    ['the dataset', () => ['GET', `/api/v1/dataset/${ids['sales']}`]],
    ['explore', () => ['GET', `/api/v1/explore/?slice_id=${ids['chart']}`]],
    ['old data calls', () => ['POST', '/superset/explore_json/', { form_data: '{}' }]],
    ['databases', () => ['GET', '/api/v1/database/']],
    ['users', () => ['GET', '/api/v1/security/users/']],
    ['SQL', () => ['POST', '/api/v1/sqllab/execute/', { database_id: 1, sql: 'select * from sales' }]],
    ['a token', () => ['POST', '/api/v1/security/guest_token/', { resources: [], rls: [] }]],
    ['an export', () => ['GET', `/api/v1/dashboard/export/?q=!(${ids['dashboard']})`]],
  ]
  it.each(refusals)('does not get %s', async (_name, request) => {
    const token = await guestToken()
    const [method, url, body] = request()
    const answer = await asGuest(token, method, url, body)
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.body).not.toContain(canary)
  })

  it('gets empty lists of what the token does not name', async () => {
    const token = await guestToken()
    const { body } = await asGuest(token, 'GET', '/api/v1/dashboard/')
    expect(body).toContain('Embedded')
    expect(body).not.toContain(canary)
    for (const list of ['/api/v1/chart/', '/api/v1/dashboard/related/owners', '/api/v1/chart/related/owners'])
      expect((await asGuest(token, 'GET', list)).json()).toMatchObject({ count: 0 })
  })

  it('gets no column because its name is a value that the dashboard compares with, or a title', async () => {
    const token = await guestToken()
    const chart = `/api/v1/chart/${ids['chart']}`
    const form = chartForm(`${ids['sales']}__table`)
    const adhoc = {
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: 'word',
      operator: 'NOT IN',
      comparator: ['secret'],
    }
    const params = { ...form, adhoc_filters: [adhoc], y_axis_title: 'secret' }
    const filter = {
      id: 'NATIVE_FILTER-x',
      name: 'secret',
      description: 'secret',
      filterType: 'filter_select',
      targets: [{ datasetId: ids['sales'], column: { name: 'region' } }],
    }
    const metadata = JSON.stringify({ native_filter_configuration: [filter] })
    const dashboard = `/api/v1/dashboard/${ids['dashboard']}`
    await asAdmin('PUT', chart, { params: JSON.stringify(params) })
    await asAdmin('PUT', dashboard, { json_metadata: metadata })
    const ask = (more: object) => asGuest(token, 'POST', '/api/v1/chart/data', query(more))
    expect((await ask({ columns: ['region'] })).statusCode).toBe(200)
    for (const more of [{ columns: ['secret'] }, { columns: ['region', 'secret'] }]) {
      const answer = await ask(more)
      expect([answer.statusCode, answer.body.includes(canary)]).toEqual([403, false])
    }
    await asAdmin('PUT', chart, { params: JSON.stringify(form) })
    await asAdmin('PUT', dashboard, { json_metadata: '{}' })
  })

  it.each<[string, object]>([
    ['a label', { columns: [{ expressionType: 'SQL', sqlExpression: 'region', label: 'secret' }] }],
    ['only a label', { columns: [{ expressionType: 'SQL', label: 'secret' }] }],
    ['a type', { columns: [{ columnType: 'secret', type: 'secret', sqlExpression: 'region', label: 'x' }] }],
    ['a metric by its label', { metrics: [{ expressionType: 'SIMPLE', label: 'secret', optionName: 'secret' }] }],
    ['an order by a label', { orderby: [[{ label: 'secret', expressionType: 'SQL' }, true]] }],
    ['a filter on a label', { filters: [{ col: { label: 'secret' }, op: 'IS NOT NULL' }] }],
    ['a value that is SQL', { filters: [{ col: 'region', op: 'IN', val: ["x') OR secret LIKE ('%"] }] }],
    ['groupby', { columns: [], groupby: ['secret'] }],
    ['a series', { series_columns: ['secret'], series_limit: 5, metrics: ['count'] }],
    ['a post-processing step', { post_processing: [{ operation: 'select', options: { columns: ['secret'] } }] }],
    ['a shift in time', { time_offsets: ['1 year ago'], granularity: 'secret' }],
    ['a row count', { columns: ['secret'], is_rowcount: true }],
  ])('reads no other column through %s', async (_, more) => {
    const answer = await asGuest(await guestToken(north), 'POST', '/api/v1/chart/data', query(more))
    expect(answer.statusCode, answer.body).toBeLessThan(500)
    expect(answer.body).not.toContain(canary)
  })

  it('does not share stored filters with other guests, and stores no long state', async () => {
    const url = `/api/v1/dashboard/${ids['dashboard']}/filter_state`
    const store = async (value: string) => {
      const answer = await asGuest(await guestToken(), 'POST', `${url}?tab_id=1`, { value: JSON.stringify(value) })
      return answer.json<{ key: string }>().key
    }
    const [first, second] = [await store('mine'), await store('yours')]
    expect(first).not.toBe(second)
    const token = await guestToken()
    expect((await asGuest(token, 'GET', `${url}/${first}`)).json()).toEqual({ value: '"mine"' })
    const permalink = `/api/v1/dashboard/${ids['dashboard']}/permalink`
    const long = await asGuest(token, 'POST', permalink, { dataMask: { a: 'x'.repeat(70_000) } })
    expect([long.statusCode, long.body.length < 1000]).toEqual([400, true])
    expect((await asGuest(token, 'POST', permalink, { dataMask: {} })).statusCode).toBe(201)
  })

  it('changes nothing', async () => {
    const token = await guestToken()
    const dashboard = `/api/v1/dashboard/${ids['dashboard']}`
    expect((await asGuest(token, 'PUT', dashboard, { dashboard_title: 'x' })).statusCode).toBe(403)
    expect((await asGuest(token, 'DELETE', dashboard)).statusCode).toBe(403)
    expect((await asGuest(token, 'POST', '/api/v1/dashboard/', { dashboard_title: 'x' })).statusCode).toBe(403)
    expect((await asGuest(token, 'DELETE', `${dashboard}/embedded`)).statusCode).toBe(403)
  })

  it('groups by a column where a filter offers it, among those that the dashboard shows', async () => {
    const dashboard = `/api/v1/dashboard/${ids['dashboard']}`
    const token = await guestToken()
    const columns = () => asGuest(token, 'POST', '/api/v1/chart/data', { ...query({ result_type: 'columns' }) })
    expect((await columns()).statusCode).toBe(403)
    const filter = {
      id: 'NATIVE_FILTER-g',
      type: 'NATIVE_FILTER',
      filterType: 'filter_groupby',
      targets: [{ datasetId: ids['sales'] }],
    }
    await asAdmin('PUT', dashboard, { json_metadata: JSON.stringify({ native_filter_configuration: [filter] }) })
    const offered = (await columns()).json<{ result: { data: { column_name: string }[] }[] }>()
    expect(offered.result[0]?.data.map(({ column_name }) => column_name)).toEqual(['region', 'word'])
    const grouped = await asGuest(token, 'POST', '/api/v1/chart/data', query({ columns: ['region', 'secret'] }))
    expect([grouped.statusCode, grouped.body.includes(canary)]).toEqual([403, false])
    await asAdmin('PUT', dashboard, { json_metadata: '{}' })
  })

  it('gets the columns that a filter groups by at first; others get all that it offers', async () => {
    const dashboard = `/api/v1/dashboard/${ids['dashboard']}`
    const token = await guestToken()
    const namesIn = (answer: LightMyRequestResponse, dataset: string) =>
      answer
        .json<{ result: { id: number; columns: { column_name: string }[] }[] }>()
        .result.find(({ id }) => id === ids[dataset])
        ?.columns.map(({ column_name }) => column_name)
    const filter = {
      id: 'NATIVE_FILTER-g',
      type: 'NATIVE_FILTER',
      filterType: 'filter_groupby',
      targets: [{ datasetId: ids['sales'] }],
      defaultDataMask: { extraFormData: { interactive_groupby: ['day'] } },
    }
    await asAdmin('PUT', dashboard, { json_metadata: JSON.stringify({ native_filter_configuration: [filter] }) })
    const offered = await asAdmin('GET', `${dashboard}/datasets`)
    expect(namesIn(offered, 'sales')).toEqual(['region', 'word', 'day', 'secret'])
    expect(namesIn(offered, 'virtual')).toEqual(['region', 'word'])
    const seen = await asGuest(token, 'GET', `${dashboard}/datasets`)
    expect(namesIn(seen, 'sales')).toEqual(['region', 'word', 'day'])
    await asAdmin('PUT', dashboard, { json_metadata: '{}' })
    expect(namesIn(await asAdmin('GET', `${dashboard}/datasets`), 'sales')).toEqual(['region', 'word'])
  })

  it.each([
    ['a Time column filter', () => timeFilter(), {}],
    ['a filter box', () => [], { viz_type: 'filter_box', show_sqla_time_column: true, filter_configs: boxColumns }],
  ] as [string, () => object[], Record<string, unknown>][])(
    'chooses a time column where %s offers them',
    async (...of) => {
      const [, filters, form] = of
      const chart = `/api/v1/chart/${ids['chart']}`
      const dashboard = `/api/v1/dashboard/${ids['dashboard']}`
      const saved = { ...chartForm(`${ids['sales']}__table`), ...form }
      const token = await guestToken()
      const columns = () => asGuest(token, 'POST', '/api/v1/chart/data', { ...query({ result_type: 'columns' }) })
      const byTime = () => asGuest(token, 'POST', '/api/v1/chart/data', query({ granularity: 'day' }))
      expect([(await columns()).statusCode, (await byTime()).statusCode]).toEqual([403, 403])
      await asAdmin('PUT', chart, { viz_type: saved.viz_type, params: JSON.stringify(saved) })
      await asAdmin('PUT', dashboard, { json_metadata: JSON.stringify({ native_filter_configuration: filters() }) })
      const offered = (await columns()).json<{ result: { data: { column_name: string }[] }[] }>()
      expect(offered.result[0]?.data.map(({ column_name }) => column_name)).toEqual(['day'])
      expect((await byTime()).statusCode).toBe(200)
      await asAdmin('PUT', chart, { viz_type: 'table', params: JSON.stringify(chartForm(`${ids['sales']}__table`)) })
      await asAdmin('PUT', dashboard, { json_metadata: '{}' })
    },
  )

  it('may filter by what the charts show', async () => {
    const token = await guestToken()
    const filters = [{ col: 'region', op: 'IN', val: ['south'] }]
    const answer = await asGuest(token, 'POST', '/api/v1/chart/data', query({ filters }))
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain('hello')
  })

  it('sees annotation layers that take their data from other charts of the dashboard, and from no others', async () => {
    const layer = (name: string, value: number | undefined) => ({
      name,
      value,
      annotationType: 'EVENT',
      sourceType: 'table',
      show: true,
    })
    const annotation_layers = [layer('Same dashboard', ids['virtualChart']), layer('Foreign', ids['foreignChart'])]
    const chart = `/api/v1/chart/${ids['chart']}`
    const form = chartForm(`${ids['sales']}__table`)
    await asAdmin('PUT', chart, { params: JSON.stringify({ ...form, annotation_layers }) })
    const token = await guestToken(north)
    const url = `/api/v1/dashboard/${ids['dashboard']}/data`
    const answer = await asGuest(token, 'POST', url, { queries: [{ chartId: ids['chart'] }] })
    const [line] = answer.body.split('\n')
    expect(JSON.parse(line ?? '').result[0].annotation_data).toEqual({
      'Same dashboard': { columns: ['region', 'word'], records: [{ region: 'north', word: 'hello' }] },
      Foreign: { error: 'The chart does not exist' },
    })
    expect(answer.body).not.toContain(canary)
    await asAdmin('PUT', chart, { params: JSON.stringify(form) })
  })

  it('gets no rows, and no text of the database, from a rule that cannot be applied', async () => {
    for (const clause of ["nowhere = 'x'", 'region =', '1 = 1; drop table sales', "region in (select 'x'"]) {
      const token = await guestToken({ rls: [{ clause }] })
      const answer = await asGuest(token, 'POST', '/api/v1/chart/data', query())
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.body).not.toMatch(/canary|nowhere|hello/)
    }
  })
})

const boxColumns = [{ column: 'region' }, { column: 'word' }]
const timeFilter = () => [
  { id: 'NATIVE_FILTER-time', filterType: 'filter_timecolumn', targets: [{ datasetId: ids['sales'] }] },
]
const page = () => `/api/v1/dashboard/${ids['dashboard']}/data`
const samples = () => `/datasource/samples?datasource_type=table&datasource_id=${ids['sales']}`
const ofVirtual = () => ({
  ...query({}, { slice_id: ids['virtualChart'] }),
  datasource: { id: ids['virtual'], type: 'table' },
})
const sqlMetric = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'x' })
const sqlColumn = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'x' })

describe('the page of an embedded dashboard', () => {
  const load = (headers: Record<string, string>) => call(headers, 'GET', `/embedded/${uuid}`)
  const allow = (domains: string[]) =>
    asAdmin('POST', `/api/v1/dashboard/${ids['dashboard']}/embedded`, { allowed_domains: domains })

  it('may be framed by the sites of its dashboard only, and starts no session', async () => {
    await allow(['https://host.example', '*.other.example'])
    const answer = await load({ referer: 'https://host.example/page' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-security-policy']).toContain('frame-ancestors https://host.example *.other.example')
    expect(answer.headers).not.toHaveProperty('x-frame-options')
    expect(answer.cookies).toEqual([])
    expect((await load({ referer: 'https://sub.other.example/' })).statusCode).toBe(200)
    for (const referer of ['https://evil.example/', 'https://host.example.evil/', 'http://host.example/', 'x'])
      expect((await load({ referer })).statusCode, referer).toBe(403)
    expect((await load({})).statusCode).toBe(403)
  })

  it('may be framed by all sites without a list', async () => {
    await allow([])
    const answer = await load({})
    expect(answer.headers['content-security-policy']).toContain('frame-ancestors *')
  })

  it('is the only page that sites may frame', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/login/' })
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('is missing for an unknown dashboard', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/embedded/00000000-0000-0000-0000-000000000000' })
    expect(answer.statusCode).toBe(404)
  })

  it.each(['https://a.example; script-src *', 'https://a.example b', "'self'", 'a,b', '', 'javascript:x'])(
    'accepts no domain %j',
    async (domain) => expect((await allow([domain])).statusCode).toBe(400),
  )
})

describe('a signed token', () => {
  const claims = () => ({
    type: 'guest',
    user: { username: 'visitor' },
    resources: [{ type: 'dashboard', id: uuid }],
    rls_rules: [] as object[],
  })
  interface Signed {
    alg?: string
    aud?: string
    /** Seconds after now. */
    iat?: number | null
    exp?: number | null
  }
  async function sign(body: object, { alg = 'HS256', aud = 'sextant-guest', iat = 0, exp = 300 }: Signed = {}) {
    const now = Math.floor(server.services.now() / 1000)
    const token = new SignJWT({ ...body }).setProtectedHeader({ alg }).setAudience(aud)
    if (iat !== null) token.setIssuedAt(now + iat)
    if (exp !== null) token.setExpirationTime(now + exp)
    return token.sign(server.services.keys.for('guests'))
  }
  const statusOf = async (token: string) =>
    (await asGuest(token, 'GET', `/api/v1/dashboard/${ids['dashboard']}`)).statusCode

  it('with more claims gives no more rights', async () => {
    const token = await sign({
      ...claims(),
      sub: '1',
      is_admin: true,
      isAdmin: true,
      roles: ['Admin'],
      permissions: ['can_read:Dataset', 'can_read:Users'],
      dashboardIds: [ids['foreign']],
      user: { id: 1, username: 'admin', roles: ['Admin'], isActive: true },
      grants: { databases: [1] },
    })
    expect(await statusOf(token)).toBe(200)
    for (const url of [
      `/api/v1/dashboard/${ids['foreign']}`,
      `/api/v1/dataset/${ids['sales']}`,
      '/api/v1/security/users/',
      '/api/v1/database/',
    ]) {
      const answer = await asGuest(token, 'GET', url)
      expect([url, [403, 404].includes(answer.statusCode), answer.body.includes(canary)]).toEqual([url, true, false])
    }
    expect((await asGuest(token, 'POST', '/api/v1/chart/data', query({ columns: ['secret'] }))).statusCode).toBe(403)
  })

  it('is valid for five minutes at most, whatever it claims', async () => {
    const token = await sign(claims(), { exp: 86_400 })
    expect(await statusOf(token)).toBe(200)
    server.advance(301_000)
    expect(await statusOf(token)).toBe(401)
    admin = await server.token('admin')
  })

  it.each<[string, () => Promise<string>]>([
    ['expired', () => sign(claims(), { iat: -200, exp: -100 })],
    ['issued in the future', () => sign(claims(), { iat: 4000, exp: 4200 })],
    ['without an expiry', () => sign(claims(), { exp: null })],
    ['without its time of issue', () => sign(claims(), { iat: null })],
    ['for another audience', () => sign(claims(), { aud: 'another' })],
    ['with another algorithm', () => sign(claims(), { alg: 'HS512' })],
    ['of another type', () => sign({ ...claims(), type: 'access' })],
    ['without a type', () => sign({ ...claims(), type: undefined })],
    ['for a chart', () => sign({ ...claims(), resources: [{ type: 'chart', id: '1' }] })],
    ['with ids that are numbers', () => sign({ ...claims(), resources: [{ type: 'dashboard', id: 1 }] })],
    ['without row rules', () => sign({ ...claims(), rls_rules: undefined })],
    ['with a row rule without a clause', () => sign({ ...claims(), rls_rules: [{ dataset: 1 }] })],
    ['with a row rule for a text', () => sign({ ...claims(), rls_rules: [{ clause: '1 = 1', dataset: 'x' }] })],
    ['without a user', () => sign({ ...claims(), user: undefined })],
  ])('is not valid: %s', async (_, make) => {
    expect(await statusOf(await make())).toBe(401)
  })
})

describe('guest tokens', () => {
  it('are issued only to users with the permission', async () => {
    await server.addUser('reader', ['Alpha'])
    const answer = await call(
      { authorization: `Bearer ${await server.token('reader')}` },
      'POST',
      '/api/v1/security/guest_token/',
      { resources: [], rls: [] },
    )
    expect(answer.statusCode).toBe(403)
  })

  it('have no rules that read tables which their issuer may not read', async () => {
    const { db, tables } = server.services
    const source = join(folder, 'vault.csv')
    writeFileSync(source, 'word\nopen sesame\n')
    const { id: databaseId } = await db.selectFrom('databases').select('id').executeTakeFirstOrThrow()
    await tables.load({ databaseId, table: 'vault', source, format: 'csv' })
    const { id: role } = await db
      .insertInto('roles')
      .values({ name: 'Embedders' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('role_permissions')
      .values({ role_id: role, permission: 'can_grant_guest_token:SecurityRestApi' })
      .execute()
    const embedder = await server.addUser('embedder', ['Gamma', 'Embedders'])
    await server.grant(embedder, [{ datasetId: ids['sales'] ?? 0 }])
    await asAdmin('PUT', `/api/v1/dashboard/${ids['dashboard']}`, { owners: [1, embedder] })
    const authorization = `Bearer ${await server.token('embedder')}`
    const issue = (clause: string, headers: Record<string, string> = { authorization }) =>
      call(headers, 'POST', '/api/v1/security/guest_token/', {
        user: {},
        resources: [{ type: 'dashboard', id: uuid }],
        rls: [{ clause }],
      })
    const asked = "(SELECT max(word) FROM vault) LIKE 'open%'"
    for (const clause of [asked, `{{ "EXISTS (SELECT 1 FROM vault)" }}`]) {
      const refused = await issue(clause)
      expect([refused.statusCode, refused.json()]).toEqual([
        422,
        { message: { rls: ['Its sub-queries and templates need access to the tables that they read.'] } },
      ])
    }
    expect((await issue("region = 'north'")).statusCode).toBe(200)
    expect((await issue("region IN (SELECT region FROM sales WHERE word = 'hello')")).statusCode).toBe(200)
    expect((await issue(asked, { authorization: `Bearer ${admin}` })).statusCode).toBe(200)
  })

  it('have their own row rules only, not those of their issuer: see docs/access.md', async () => {
    const { db } = server.services
    const { id: role } = await db
      .insertInto('roles')
      .values({ name: 'Southern embedders' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('role_permissions')
      .values({ role_id: role, permission: 'can_grant_guest_token:SecurityRestApi' })
      .execute()
    const bound = await server.addUser('bound', ['Gamma', 'Southern embedders'])
    await server.grant(bound, [{ datasetId: ids['sales'] ?? 0 }])
    const rule = await asAdmin('POST', '/api/v1/rowlevelsecurity/', {
      name: 'embedders see the south',
      clause: "region = 'south'",
      filter_type: 'Regular',
      tables: [ids['sales']],
      roles: [role],
    })
    expect(rule.statusCode).toBe(201)
    const authorization = `Bearer ${await server.token('bound')}`
    await asAdmin('PUT', `/api/v1/dashboard/${ids['dashboard']}`, { owners: [1, bound] })
    const own = await call({ authorization }, 'POST', '/api/v1/chart/data', query())
    expect(own.body).not.toContain('north')
    const body = { user: {}, resources: [{ type: 'dashboard', id: uuid }], rls: [] }
    const issued = await call({ authorization }, 'POST', '/api/v1/security/guest_token/', body)
    const seen = await asGuest(issued.json<{ token: string }>().token, 'POST', '/api/v1/chart/data', query())
    expect(seen.body).toContain('north')
  })
})
