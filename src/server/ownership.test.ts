import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from './testing/app.ts'

/**
 * What each user may do with objects of others. `own`: created by the user; `granted`: of another user, on data that
 * the user may see; `foreign`: on data that the user may not see; `missing`: no such id. Foreign objects must respond
 * exactly like missing ones.
 */

type Place = 'own' | 'granted' | 'foreign' | 'missing'
const missingId = 987_654

let server: TestApp
const tokens = new Map<string, string>()
const ids: Record<'chart' | 'dashboard' | 'dataset', Record<Place, number>> = {
  chart: { own: 0, granted: 0, foreign: 0, missing: missingId },
  dashboard: { own: 0, granted: 0, foreign: 0, missing: missingId },
  dataset: { own: 0, granted: 0, foreign: 0, missing: missingId },
}

async function call(user: string, options: InjectOptions) {
  const authorization = tokens.get(user)
  return server.app.inject({
    ...options,
    headers: { ...(authorization ? { authorization: `Bearer ${authorization}` } : {}), ...options.headers },
  })
}

beforeAll(async () => {
  server = await startApp()
  const { db, now } = server.services
  const stamp = { created_on: now(), changed_on: now() }
  const { id: databaseId } = await db
    .insertInto('databases')
    .values({
      uuid: 'd',
      database_name: 'd',
      backend: 'duckdb',
      sqlalchemy_uri: 'duckdb:///',
      is_embedded: true,
      ...stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dataset = async (name: string) => {
    const { id } = await db
      .insertInto('datasets')
      .values({ uuid: name, table_name: name, database_id: databaseId, ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const seen = await dataset('seen')
  const secret = await dataset('secret')
  const caller = await server.addUser('caller', ['Gamma'])
  await server.addUser('other', ['Alpha'])
  await server.grant(caller, [{ datasetId: seen }])
  for (const user of ['admin', 'caller', 'other']) tokens.set(user, await server.token(user))
  const make = async (user: string, url: string, payload: object) =>
    (await call(user, { method: 'POST', url, payload })).json<{ id: number }>().id
  const chart = (datasetId: number) => ({
    slice_name: 'c',
    viz_type: 'pie',
    datasource_id: datasetId,
    datasource_type: 'table',
  })
  ids.chart = {
    own: await make('caller', '/api/v1/chart/', chart(seen)),
    granted: await make('other', '/api/v1/chart/', chart(seen)),
    foreign: await make('other', '/api/v1/chart/', chart(secret)),
    missing: missingId,
  }
  const dashboard = async (user: string, chartId: number) => {
    const id = await make(user, '/api/v1/dashboard/', { dashboard_title: 'd', published: true })
    await db.insertInto('dashboard_charts').values({ dashboard_id: id, chart_id: chartId }).execute()
    return id
  }
  ids.dashboard = {
    own: await dashboard('caller', ids.chart.own),
    granted: await dashboard('other', ids.chart.granted),
    foreign: await dashboard('other', ids.chart.foreign),
    missing: missingId,
  }
  await db.insertInto('dataset_owners').values({ dataset_id: seen, user_id: 1 }).execute()
  ids.dataset = { own: 0, granted: seen, foreign: secret, missing: missingId }
})
afterAll(() => server.close())

interface Case {
  name: string
  kind: keyof typeof ids
  request: (id: number) => InjectOptions
  /** Status for the user, by object. Undefined: not tested. */
  expected: Partial<Record<Place, number>>
}

const readable = { own: 200, granted: 200, foreign: 404, missing: 404 }
const writable = { own: 200, granted: 403, foreign: 404, missing: 404 }
const dashboardTitle = { dashboard_title: 'x' }

const cases: Case[] = [
  { name: 'chart item', kind: 'chart', request: (id) => ({ url: `/api/v1/chart/${id}` }), expected: readable },
  {
    name: 'chart change',
    kind: 'chart',
    request: (id) => ({ method: 'PUT', url: `/api/v1/chart/${id}`, payload: { slice_name: 'x' } }),
    expected: writable,
  },
  {
    name: 'chart star',
    kind: 'chart',
    request: (id) => ({ method: 'POST', url: `/api/v1/chart/${id}/favorites/` }),
    expected: readable,
  },
  {
    name: 'chart export',
    kind: 'chart',
    request: (id) => ({ url: `/api/v1/chart/export/?q=!(${id})` }),
    expected: readable,
  },
  {
    name: 'chart stars',
    kind: 'chart',
    request: (id) => ({ url: `/api/v1/chart/favorite_status/?q=!(${id})` }),
    expected: readable,
  },
  {
    name: 'chart move to a dataset',
    kind: 'dataset',
    request: (id) => ({
      method: 'PUT',
      url: `/api/v1/chart/${ids.chart.own}`,
      payload: { datasource_id: id, datasource_type: 'table' },
    }),
    expected: { granted: 200, foreign: 422, missing: 422 },
  },
  {
    name: 'chart onto a dashboard',
    kind: 'dashboard',
    request: (id) => ({ method: 'PUT', url: `/api/v1/chart/${ids.chart.own}`, payload: { dashboards: [id] } }),
    expected: { own: 200, granted: 403, foreign: 422, missing: 422 },
  },
  {
    name: 'new chart onto a dashboard',
    kind: 'dashboard',
    request: (id) => ({
      method: 'POST',
      url: '/api/v1/chart/',
      payload: { slice_name: 'n', datasource_id: ids.dataset.granted, datasource_type: 'table', dashboards: [id] },
    }),
    expected: { granted: 403, foreign: 422, missing: 422 },
  },
  {
    name: 'dashboard item',
    kind: 'dashboard',
    request: (id) => ({ url: `/api/v1/dashboard/${id}` }),
    expected: readable,
  },
  {
    name: 'dashboard charts',
    kind: 'dashboard',
    request: (id) => ({ url: `/api/v1/dashboard/${id}/charts` }),
    expected: readable,
  },
  {
    name: 'dashboard datasets',
    kind: 'dashboard',
    request: (id) => ({ url: `/api/v1/dashboard/${id}/datasets` }),
    expected: readable,
  },
  {
    name: 'dashboard change',
    kind: 'dashboard',
    request: (id) => ({ method: 'PUT', url: `/api/v1/dashboard/${id}`, payload: dashboardTitle }),
    expected: writable,
  },
  {
    name: 'dashboard export',
    kind: 'dashboard',
    request: (id) => ({ url: `/api/v1/dashboard/export/?q=!(${id})` }),
    expected: readable,
  },
  {
    name: 'dashboard copy',
    kind: 'dashboard',
    request: (id) => ({
      method: 'POST',
      url: `/superset/copy_dash/${id}/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        data: JSON.stringify({ dashboard_title: 'copy', duplicate_slices: true }),
      }).toString(),
    }),
    expected: readable,
  },
  {
    name: 'filter state',
    kind: 'dashboard',
    request: (id) => ({ method: 'POST', url: `/api/v1/dashboard/${id}/filter_state`, payload: { value: '{}' } }),
    expected: { own: 201, granted: 201, foreign: 404, missing: 404 },
  },
  {
    name: 'permalink',
    kind: 'dashboard',
    request: (id) => ({ method: 'POST', url: `/api/v1/dashboard/${id}/permalink`, payload: {} }),
    expected: { own: 201, granted: 201, foreign: 404, missing: 404 },
  },
  {
    name: 'dataset item',
    kind: 'dataset',
    request: (id) => ({ url: `/api/v1/dataset/${id}` }),
    expected: { granted: 200, foreign: 404, missing: 404 },
  },
  {
    name: 'dataset object',
    kind: 'dataset',
    request: (id) => ({ url: `/datasource/get/table/${id}/` }),
    expected: { granted: 200, foreign: 404, missing: 404 },
  },
  {
    name: 'dataset use',
    kind: 'dataset',
    request: (id) => ({ url: `/api/v1/dataset/${id}/related_objects` }),
    expected: { granted: 200, foreign: 404, missing: 404 },
  },
  {
    name: 'columns of another source',
    kind: 'dataset',
    request: (id) => ({ method: 'POST', url: `/api/v1/dataset/${id}/source_columns`, payload: { sql: 'SELECT 1' } }),
    expected: { granted: 403, foreign: 403, missing: 403 },
  },
  {
    name: 'form data',
    kind: 'dataset',
    request: (id) => ({
      method: 'POST',
      url: '/api/v1/explore/form_data',
      payload: { datasource_id: id, datasource_type: 'table', form_data: '{}' },
    }),
    expected: { granted: 201, foreign: 404, missing: 404 },
  },
  {
    name: 'explore link',
    kind: 'dataset',
    request: (id) => ({
      method: 'POST',
      url: '/api/v1/explore/permalink',
      payload: { formData: { datasource: `${id}__table` } },
    }),
    expected: { granted: 201, foreign: 404, missing: 404 },
  },
  {
    name: 'several charts',
    kind: 'chart',
    request: (id) => ({ method: 'DELETE', url: `/api/v1/chart/?q=!(${id})` }),
    expected: { granted: 403, foreign: 404, missing: 404 },
  },
  {
    name: 'chart deletion',
    kind: 'chart',
    request: (id) => ({ method: 'DELETE', url: `/api/v1/chart/${id}` }),
    expected: { granted: 403, foreign: 404, missing: 404, own: 200 },
  },
  {
    name: 'dashboard deletion',
    kind: 'dashboard',
    request: (id) => ({ method: 'DELETE', url: `/api/v1/dashboard/${id}` }),
    expected: { granted: 403, foreign: 404, missing: 404, own: 200 },
  },
]

const places: Place[] = ['granted', 'foreign', 'missing', 'own']

describe.each(cases)('$name', ({ kind, request, expected }) => {
  it('is decided by object', async () => {
    const bodies = new Map<Place, string>()
    for (const place of places) {
      const status = expected[place]
      if (status === undefined) continue
      const response = await call('caller', request(ids[kind][place]))
      expect([place, response.statusCode], response.body.slice(0, 300)).toEqual([place, status])
      bodies.set(place, response.body)
    }
    expect(bodies.get('foreign')).toBe(bodies.get('missing'))
  })

  it('is rejected without an account', async () => {
    const response = await call('nobody', request(ids[kind].granted))
    expect([401, 302]).toContain(response.statusCode)
  })
})

it('lists contain visible objects only', async () => {
  for (const kind of ['chart', 'dashboard', 'dataset'] as const) {
    const { ids: listed, count } = (await call('caller', { url: `/api/v1/${kind}/?q=(page_size:100)` })).json<{
      ids: number[]
      count: number
    }>()
    expect(listed).not.toContain(ids[kind].foreign)
    expect(listed).toContain(ids[kind].granted)
    expect(count).toBe(listed.length)
  }
})

it('a chart does not reveal hidden dashboards, and keeps its place on them', async () => {
  const make = async (user: string, kind: string, payload: object) =>
    (await call(user, { method: 'POST', url: `/api/v1/${kind}/`, payload })).json<{ id: number }>().id
  const own = await make('caller', 'dashboard', { dashboard_title: 'mine' })
  const draft = await make('other', 'dashboard', {
    dashboard_title: 'hidden draft',
    json_metadata: '{"color_scheme":"hidden colours"}',
  })
  const chart = await make('caller', 'chart', {
    slice_name: 'shared',
    viz_type: 'pie',
    datasource_id: ids.dataset.granted,
    datasource_type: 'table',
    dashboards: [own],
  })
  const { db } = server.services
  await db.insertInto('dashboard_charts').values({ dashboard_id: draft, chart_id: chart }).execute()
  const url = `/api/v1/chart/${chart}`
  const dashboardsOf = async (user: string) =>
    (await call(user, { url }))
      .json<{ result: { dashboards: { id: number }[] } }>()
      .result.dashboards.map(({ id }) => id)
  const holding = async () => {
    const rows = await db.selectFrom('dashboard_charts').selectAll().where('chart_id', '=', chart).execute()
    return rows.map((row) => row.dashboard_id).sort((a, b) => a - b)
  }
  expect(await dashboardsOf('admin')).toEqual([own, draft])
  expect(await dashboardsOf('caller')).toEqual([own])
  for (const address of [url, '/api/v1/chart/?q=(page_size:100)']) {
    expect((await call('caller', { url: address })).body).not.toContain('hidden')
  }
  const listedOn = async (user: string, dashboard: number) => {
    const url = `/api/v1/chart/?q=(filters:!((col:dashboards,opr:rel_m_m,value:${dashboard})))`
    return (await call(user, { url })).json<{ ids: number[] }>().ids
  }
  expect(await listedOn('admin', draft)).toEqual([chart])
  expect(await listedOn('caller', draft)).toEqual([])
  expect(await listedOn('caller', own)).toEqual([chart])
  // saving what the user received does not remove the chart from dashboards of other users
  const save = (dashboards: number[]) => call('caller', { method: 'PUT', url, payload: { dashboards } })
  expect((await save([own])).statusCode).toBe(200)
  expect(await holding()).toEqual([own, draft])
  await save([])
  expect(await holding()).toEqual([draft])
  await save([own])
  await call('other', { method: 'DELETE', url: `/api/v1/dashboard/${draft}` })
  expect(await holding()).toEqual([own])
})

it('the query of a chart is not changed by users who may only view it', async () => {
  const make = async (viz_type: string, query_context?: string) => {
    const body = { slice_name: 'c', viz_type, datasource_id: ids.dataset.granted, datasource_type: 'table' }
    const payload = { ...body, ...(query_context && { query_context }) }
    return (await call('other', { method: 'POST', url: '/api/v1/chart/', payload })).json<{ id: number }>().id
  }
  const note = { query_context: '{"queries":["mine"]}', query_context_generation: true }
  const after = async (user: string, id: number) => {
    const url = `/api/v1/chart/${id}`
    const { version } = await server.services.db
      .selectFrom('charts')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const answer = await call(user, { method: 'PUT', url, payload: note })
    expect([answer.statusCode, answer.json()]).toEqual([200, { id, result: note }])
    const row = await server.services.db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return [row.query_context, row.version - version]
  }
  const saved = '{"queries":["saved"]}'
  expect(await after('caller', await make('pie'))).toEqual([null, 0])
  expect(await after('caller', await make('pie', saved))).toEqual([saved, 0])
  expect(await after('caller', await make('kepler', saved))).toEqual([saved, 0])
  // the server cannot compute the query of such a chart
  expect(await after('caller', await make('kepler'))).toEqual([note.query_context, 1])
  for (const type of ['pie', 'kepler']) {
    expect(await after('other', await make(type, saved))).toEqual([note.query_context, 1])
  }
  const foreign = { method: 'PUT', url: `/api/v1/chart/${ids.chart.foreign}`, payload: note } as const
  expect((await call('caller', foreign)).statusCode).toBe(404)
})

it('a copy omits charts on hidden data', async () => {
  const { db } = server.services
  const mixed = await db
    .insertInto('dashboards')
    .values({ uuid: 'mixed', dashboard_title: 'mixed', published: true, created_on: 0, changed_on: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('dashboard_charts')
    .values([
      { dashboard_id: mixed.id, chart_id: ids.chart.granted },
      { dashboard_id: mixed.id, chart_id: ids.chart.foreign },
    ])
    .execute()
  const position_json = JSON.stringify({
    A: { id: 'A', type: 'CHART', meta: { chartId: ids.chart.granted } },
    B: { id: 'B', type: 'CHART', meta: { chartId: ids.chart.foreign, sliceName: 'hidden' } },
  })
  await db.updateTable('dashboards').set({ position_json }).where('id', '=', mixed.id).execute()
  const payload = new URLSearchParams({
    data: JSON.stringify({ dashboard_title: 'copy', duplicate_slices: false }),
  }).toString()
  const copy = await call('caller', {
    method: 'POST',
    url: `/superset/copy_dash/${mixed.id}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
  expect(copy.json<{ slices: { slice_id: number }[] }>().slices.map((slice) => slice.slice_id)).toEqual([
    ids.chart.granted,
  ])
})

it('an outdated version is rejected with who and when; without If-Match the change is accepted', async () => {
  const url = `/api/v1/chart/${ids.chart.granted}`
  const first = (await call('other', { url })).headers.etag
  expect(
    (
      await call('other', {
        method: 'PUT',
        url,
        payload: { slice_name: 'one' },
        headers: { 'if-match': String(first) },
      })
    ).statusCode,
  ).toBe(200)
  const stale = await call('other', {
    method: 'PUT',
    url,
    payload: { slice_name: 'two' },
    headers: { 'if-match': String(first) },
  })
  expect(stale.statusCode).toBe(412)
  expect(stale.json<{ message: string }>().message).toMatch(
    /^Changed by other Tester at \d{4}-\d\d-\d\dT[\d:.]+ UTC\. Reload to see the newer state\.$/,
  )
  expect((await call('other', { method: 'PUT', url, payload: { slice_name: 'three' } })).statusCode).toBe(200)
  const log = await server.services.db
    .selectFrom('logs')
    .select('action')
    .where('object', '=', `Chart:${ids.chart.granted}`)
    .execute()
  expect(log.map((row) => row.action)).toEqual(['chart_create', 'chart_update', 'chart_update'])
})

it('secrets cannot be used for searching or sorting', async () => {
  for (const column of ['secrets', 'password', 'sqlalchemy_uri', 'encrypted_extra', 'server_cert']) {
    for (const q of [`(filters:!((col:${column},opr:ct,value:a)))`, `(order_column:${column})`]) {
      expect((await call('admin', { url: `/api/v1/database/?q=${q}` })).statusCode, q).toBe(400)
    }
  }
})
