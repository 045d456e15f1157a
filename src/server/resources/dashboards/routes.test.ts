import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseObject } from '../../../model/wire/json.ts'
import { insertNamedDatasets } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
const tokens = new Map<string, string>()
const call = async (options: InjectOptions, user = 'admin') => {
  if (!tokens.has(user)) tokens.set(user, await server.token(user))
  return server.app.inject({ ...options, headers: { authorization: `Bearer ${tokens.get(user)}`, ...options.headers } })
}
const form = (data: object): Pick<InjectOptions, 'headers' | 'payload'> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(Object.entries(data).map(([key, value]) => [key, JSON.stringify(value)])).toString(),
})

let dashboard = 0
let charts: number[] = []
beforeAll(async () => {
  server = await startApp()
  await server.addUser('alpha', ['Alpha'])
  await insertNamedDatasets(server.services, 't')
  const chart = { slice_name: 'c', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' }
  const made = []
  for (const name of ['one', 'two'])
    made.push(await call({ method: 'POST', url: '/api/v1/chart/', payload: { ...chart, slice_name: name } }))
  charts = made.map((answer) => answer.json<{ id: number }>().id)
  dashboard = (
    await call({
      method: 'POST',
      url: '/api/v1/dashboard/',
      payload: { dashboard_title: 'D', slug: 'd', published: true },
    })
  ).json<{ id: number }>().id
})
afterAll(() => server.close())

const save = (metadata: object, more: object = {}) =>
  call({
    method: 'PUT',
    url: `/api/v1/dashboard/${dashboard}`,
    payload: { json_metadata: JSON.stringify(metadata), ...more },
  })
const item = async () => (await call({ url: '/api/v1/dashboard/d' })).json<{ result: Record<string, never> }>().result
const layout = (ids: number[]) =>
  Object.fromEntries(ids.map((id) => [`CHART-${id}`, { id: `CHART-${id}`, type: 'CHART', meta: { chartId: id } }]))

describe('saving a dashboard', () => {
  it('extracts layout and charts from the metadata', async () => {
    const answer = await save({ positions: layout(charts), css: '.x{}', color_namespace: null }).catch(() => undefined)
    expect(answer?.statusCode).toBe(400)
    expect((await save({ positions: layout(charts), refresh_frequency: 30 })).json()).toMatchObject({
      id: dashboard,
      last_modified_time: expect.any(Number),
    })
    const saved = await item()
    expect(saved['charts']).toEqual(['one', 'two'])
    expect(parseObject(saved['json_metadata'] ?? null)).toMatchObject({
      refresh_frequency: 30,
      default_filters: '{}',
      cross_filters_enabled: true,
    })
    expect(parseObject(saved['position_json'] ?? null)).toMatchObject({
      [`CHART-${charts[0]}`]: { meta: { chartId: charts[0], uuid: expect.any(String) } },
    })
  })

  it('drops charts that were removed from the layout, and does not change missing fields', async () => {
    await save({ positions: layout(charts.slice(1)) })
    expect((await item())['charts']).toEqual(['two'])
    await call({ method: 'PUT', url: `/api/v1/dashboard/${dashboard}`, payload: { css: 'a' } })
    const saved = await item()
    expect([saved['charts'], saved['css'], saved['slug'], saved['published']]).toEqual([['two'], 'a', 'd', true])
    expect(saved['owners']).toHaveLength(1)
  })

  it('rejects a slug that is already used', async () => {
    const other = await call({ method: 'POST', url: '/api/v1/dashboard/', payload: { slug: 'other' } })
    const answer = await call({
      method: 'PUT',
      url: `/api/v1/dashboard/${other.json<{ id: number }>().id}`,
      payload: { slug: 'd' },
    })
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: { slug: ['Must be unique'] } }])
  })
})

describe('filter state', () => {
  const path = () => `/api/v1/dashboard/${dashboard}/filter_state`
  const post = async (tab: string, value = '{"a":1}', user = 'admin') =>
    (await call({ method: 'POST', url: `${path()}${tab}`, payload: { value } }, user)).json<{ key: string }>().key

  it('keeps one key per tab, and creates a new one without a tab', async () => {
    const key = await post('?tab_id=1')
    expect(key).toMatch(/^[\w-]{64}$/)
    expect(await post('?tab_id=1', '{"a":2}')).toBe(key)
    expect(await post('?tab_id=2')).not.toBe(key)
    expect(await post('')).not.toBe(await post(''))
    expect((await call({ url: `${path()}/${key}` })).json()).toEqual({ value: '{"a":2}' })
    const changed = await call({ method: 'PUT', url: `${path()}/${key}?tab_id=1`, payload: { value: '{"a":3}' } })
    expect(changed.json()).toEqual({ key })
    expect((await call({ url: `${path()}/${key}` }, 'alpha')).json()).toEqual({ value: '{"a":3}' })
  })

  it('belongs to its creator', async () => {
    const key = await post('?tab_id=1')
    const put = await call({ method: 'PUT', url: `${path()}/${key}?tab_id=1`, payload: { value: '{}' } }, 'alpha')
    expect([put.statusCode, put.json()]).toEqual([403, { message: "You don't have permission to modify the value." }])
    expect((await call({ method: 'DELETE', url: `${path()}/${key}` }, 'alpha')).statusCode).toBe(403)
    expect((await call({ method: 'DELETE', url: `${path()}/${key}` })).json()).toEqual({
      message: 'Deleted successfully',
    })
    expect((await call({ url: `${path()}/${key}` })).statusCode).toBe(404)
    expect((await call({ method: 'PUT', url: `${path()}/nonsense`, payload: { value: '{}' } })).json()).toEqual({
      key: 'nonsense',
    })
  })

  it('can be read only through its own dashboard, expires after 90 days, and reading extends that', async () => {
    const key = await post('')
    const other = (await call({ method: 'POST', url: '/api/v1/dashboard/', payload: {} })).json<{ id: number }>().id
    expect((await call({ url: `/api/v1/dashboard/${other}/filter_state/${key}` })).statusCode).toBe(404)
    const day = 86_400_000
    server.advance(60 * day)
    tokens.clear()
    expect((await call({ url: `${path()}/${key}` })).statusCode).toBe(200)
    server.advance(60 * day)
    tokens.clear()
    expect((await call({ url: `${path()}/${key}` })).statusCode).toBe(200)
    server.advance(91 * day)
    tokens.clear()
    expect((await call({ url: `${path()}/${key}` })).statusCode).toBe(404)
  })
})

describe('permalinks', () => {
  const state = {
    dataMask: { F: { filterState: { value: ['x'] } } },
    activeTabs: ['TAB-1'],
    urlParams: [['a', 'b']],
    anchor: 'CHART-1',
  }
  const post = async (payload: object, user = 'admin') =>
    (await call({ method: 'POST', url: '/api/v1/dashboard/d/permalink', payload }, user)).json<{
      key: string
      url: string
    }>()

  it('have one key per state and user, and reopen the state', async () => {
    const { key, url } = await post(state)
    expect(url).toBe(`${server.services.baseUrl()}/superset/dashboard/p/${key}/`)
    expect((await post(state)).key).toBe(key)
    expect((await post({ ...state, anchor: null })).key).not.toBe(key)
    expect((await post(state, 'alpha')).key).not.toBe(key)
    expect((await call({ url: `/api/v1/dashboard/permalink/${key}` }, 'alpha')).json()).toEqual({
      dashboardId: 'd',
      state,
    })
  })

  it('of charts are new each time', async () => {
    const payload = { formData: { datasource: '1__table', slice_id: charts[0] }, urlParams: [['a', 'b']] }
    const links = []
    for (let at = 0; at < 2; at++)
      links.push(
        (await call({ method: 'POST', url: '/api/v1/explore/permalink', payload })).json<{ key: string }>().key,
      )
    expect(links[0]).not.toBe(links[1])
    expect((await call({ url: `/api/v1/explore/permalink/${links[0]}` })).json()).toEqual({
      chartId: charts[0],
      datasourceId: 1,
      datasourceType: 'table',
      datasource: '1__table',
      state: payload,
    })
    const opened = (await call({ url: `/api/v1/explore/?permalink_key=${links[0]}` })).json<{
      result: { form_data: object; slice: object }
    }>().result
    expect(opened.form_data).toMatchObject({ datasource: '1__table', slice_id: charts[0], url_params: { a: 'b' } })
    expect(opened.slice).toMatchObject({ slice_name: 'one' })
  })
})

describe('recent activity', () => {
  const report = (events: unknown, user = 'admin') =>
    call({ method: 'POST', url: '/superset/log/?explode=events', ...form({ events }) }, user)
  const recent = async (user = 'admin', q = '(actions:!(mount_dashboard,mount_explorer))') =>
    (await call({ url: `/api/v1/log/recent_activity/?q=${q}` }, user)).json<{
      result: { item_title: string; item_url: string; item_type: string }[]
    }>().result

  it('contains what pages report: newest first, each object once', async () => {
    expect((await report([{ event_name: 'mount_dashboard', source: 'dashboard', source_id: dashboard }])).body).toBe('')
    server.advance(1000)
    await report([{ event_name: 'mount_explorer', source: 'slice', source_id: charts[0] }])
    server.advance(1000)
    await report([
      { event_name: 'mount_dashboard', source: 'dashboard', source_id: dashboard },
      { event_name: 'load_chart', slice_id: charts[1] },
    ])
    expect(await recent()).toMatchObject([
      {
        item_type: 'dashboard',
        item_title: 'D',
        item_url: '/superset/dashboard/d/',
        action: 'mount_dashboard',
        time_delta_humanized: 'now',
      },
      { item_type: 'slice', item_title: 'one', item_url: `/explore/?slice_id=${charts[0]}`, action: 'mount_explorer' },
    ])
    expect(await recent('admin', '(actions:!(mount_dashboard),distinct:!f,page_size:1,page:1)')).toHaveLength(1)
    expect(await recent('alpha')).toEqual([])
  })

  it.each([
    ['nonsense'],
    [{}],
    [[1, null, 'x']],
    [[{ event_name: 7, source: 'dashboard', source_id: 'x'.repeat(99) }]],
  ])('accepts %j', async (events) => {
    expect((await report(events)).statusCode).toBe(200)
  })

  it('redirects anonymous users to the sign-in page', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/superset/log/?explode=events',
      ...form({ events: [] }),
    })
    expect(answer.statusCode).toBe(302)
  })
})

describe('a copy', () => {
  it('contains copies of the charts, in the same places, and has one owner', async () => {
    const data = {
      dashboard_title: 'Copy',
      duplicate_slices: true,
      positions: layout(charts),
      label_colors: { a: 'red' },
    }
    const answer = await call({ method: 'POST', url: `/superset/copy_dash/${dashboard}/`, ...form({ data }) }, 'alpha')
    const copy = answer.json<{
      id: number
      slices: { slice_id: number; slice_name: string; owners: number[] }[]
      position_json: Record<string, { meta: { chartId: number } }>
      metadata: object
    }>()
    expect(copy.slices.map((slice) => slice.slice_name)).toEqual(['one', 'two'])
    expect(copy.slices.some((slice) => charts.includes(slice.slice_id))).toBe(false)
    expect(copy.position_json[`CHART-${charts[0]}`]?.meta.chartId).toBe(copy.slices[0]?.slice_id)
    expect(copy.metadata).toMatchObject({ label_colors: { a: 'red' } })
    expect(copy.slices[0]?.owners).toHaveLength(1)
    const refused = await call(
      { method: 'POST', url: `/superset/copy_dash/${dashboard}/`, ...form({ data: {} }) },
      'alpha',
    )
    expect(refused.statusCode).toBe(400)
  })
})

it('accepts a browser’s stars only from our own pages', async () => {
  const { inject } = await server.browser('alpha')
  const url = `/superset/favstar/Dashboard/${dashboard}/select/`
  expect((await inject({ url, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403)
  expect((await inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })).json()).toEqual({ count: 1 })
  const starred = await inject({ url: '/api/v1/dashboard/?q=(filters:!((col:id,opr:dashboard_is_favorite,value:!t)))' })
  expect(starred.json()).toMatchObject({ count: 1, ids: [dashboard] })
})
