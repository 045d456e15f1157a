import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatRison } from '../model/wire/rison.ts'
import { issueGuestToken } from './access/guests.ts'
import { rightsChanged } from './access/subjects.ts'
import { addressesOf, type ObjectIds as Ids } from './testing/addressesOf.ts'
import { everyRoute, startApp, type TestApp } from './testing/app.ts'

/**
 * A hidden object has the same responses as a missing one: on every route with the id of an object in its address, and
 * for ids in queries and bodies.
 */

/** Numbers that appear nowhere else in a response. */
const hidden: Ids = { chart: 70_345, dashboard: 70_346, dataset: 70_347, database: 70_348 }
const missing: Ids = { chart: 90_345, dashboard: 90_346, dataset: 90_347, database: 90_348 }

let server: TestApp
const identities = new Map<string, Record<string, string>>()

/** A user with every permission of a role, but without any data. */
async function userWithoutData(name: string): Promise<void> {
  const userId = await server.addUser(name, [])
  const { db, permissions } = server.services
  const given = [...permissions.all].filter((permission) => !permission.startsWith('all_'))
  await db.transaction().execute(async (trx) => {
    const role = await trx.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow()
    await trx
      .insertInto('role_permissions')
      .values(given.map((permission) => ({ role_id: role.id, permission })))
      .execute()
    await trx.insertInto('user_roles').values({ user_id: userId, role_id: role.id }).execute()
    await rightsChanged(trx)
  })
}

beforeAll(async () => {
  server = await startApp(everyRoute)
  const { db, keys, now } = server.services
  const stamps = { created_on: 0, changed_on: 0 }
  const connection = { database_name: 'hidden', backend: 'duckdb', sqlalchemy_uri: 'duckdb://', is_embedded: true }
  await db
    .insertInto('databases')
    .values({ id: hidden.database, uuid: 'hidden', ...connection, ...stamps })
    .execute()
  await db
    .insertInto('datasets')
    .values({
      id: hidden.dataset,
      uuid: 'hidden',
      table_name: 't',
      sql: 'select 1 as a',
      database_id: hidden.database,
      ...stamps,
    })
    .execute()
  await db
    .insertInto('charts')
    .values({ id: hidden.chart, uuid: 'hidden', slice_name: 'c', viz_type: 'pie', ...ofDataset(hidden), ...stamps })
    .execute()
  await db
    .insertInto('dashboards')
    .values([
      { id: hidden.dashboard, uuid: 'hidden', dashboard_title: 'd', ...stamps },
      { id: 1, uuid: 'shown', dashboard_title: 'shown', ...stamps },
    ])
    .execute()
  await db.insertInto('dashboard_charts').values({ dashboard_id: hidden.dashboard, chart_id: hidden.chart }).execute()
  const bearer = async (name: string) => ({ authorization: `Bearer ${await server.token(name)}` })
  const allowed = { method: 'POST', payload: { allowed_domains: [] }, headers: await bearer('admin') } as const
  await server.app.inject({ url: '/api/v1/dashboard/1/embedded', ...allowed })
  await server.addUser('gamma', ['Gamma'])
  await userWithoutData('keen')
  identities.set('gamma', await bearer('gamma'))
  identities.set('keen', await bearer('keen'))
  const claims = { user: {}, resources: [{ type: 'dashboard' as const, id: '1' }], rls_rules: [] }
  identities.set('guest', { 'x-guesttoken': await issueGuestToken(keys.for('guests'), claims, now()) })
}, 120_000)
afterAll(() => server?.close())

const ofDataset = (ids: Ids) => ({ datasource_id: ids.dataset, datasource_type: 'table' })

interface Asked {
  method: string
  url: string
  payload?: object
  headers?: Record<string, string>
}

/**
 * Status, redirect address and body of a response, without the ids of the request. Bodies of HTML pages are left out,
 * because they contain nonces.
 */
async function answerTo(identity: string, { method, url, payload, headers }: Asked, ids: Ids): Promise<string> {
  const body = method === 'GET' ? {} : { payload: payload ?? {} }
  const answer = await server.app.inject({
    method: method as 'GET',
    url,
    headers: { ...identities.get(identity), accept: 'application/json', ...headers },
    ...body,
  })
  const isPage = String(answer.headers['content-type']).startsWith('text/html')
  let text = `${answer.statusCode} ${answer.headers.location ?? ''} ${isPage ? '' : answer.body}`
  for (const id of Object.values(ids)) text = text.replaceAll(String(id), '#')
  return text
}

const q = (value: unknown) => `q=${encodeURIComponent(formatRison(value))}`
const form = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString() as unknown as object,
})

/** Requests that name objects elsewhere than in the path. */
const referring = ({ chart, dashboard, dataset, database }: Ids): Asked[] => {
  const datasource = `${dataset}__table`
  const formData = JSON.stringify({ datasource, viz_type: 'pie', metrics: ['count'] })
  const context = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['a'], metrics: [] }] }
  const shown = { form_data: { dashboardId: dashboard, slice_id: chart } }
  const newChart = { slice_name: 'n', viz_type: 'pie', datasource_type: 'table' }
  const lists = ['chart', 'dashboard', 'dataset', 'database'] as const
  const ids: Ids = { chart, dashboard, dataset, database }
  return [
    ...lists.flatMap((kind): Asked[] => [
      { method: 'GET', url: `/api/v1/${kind}/export/?${q([ids[kind]])}` },
      { method: 'DELETE', url: `/api/v1/${kind}/?${q([ids[kind]])}` },
    ]),
    ...(['chart', 'dashboard'] as const).map(
      (kind): Asked => ({ method: 'GET', url: `/api/v1/${kind}/favorite_status/?${q([ids[kind]])}` }),
    ),
    ...(['chart', 'dataset', 'database'] as const).map(
      (kind): Asked => ({ method: 'POST', url: '/api/v1/usage/', payload: { kind, ids: [ids[kind]] } }),
    ),
    { method: 'POST', url: '/api/v1/chart/data', payload: context },
    { method: 'POST', url: '/api/v1/chart/data', payload: { ...context, ...shown } },
    { method: 'POST', url: '/api/v1/chart/data', payload: { ...context, queries: [] } },
    { method: 'POST', url: '/api/v1/explore/data', payload: context },
    { method: 'POST', url: `/datasource/samples?datasource_type=table&datasource_id=${dataset}` },
    { method: 'POST', url: '/superset/explore_json/', ...form({ form_data: formData }) },
    { method: 'POST', url: '/superset/explore_json/', ...form({ form_data: JSON.stringify({ slice_id: chart }) }) },
    { method: 'GET', url: `/superset/explore_json/?form_data=${encodeURIComponent(formData)}` },
    { method: 'GET', url: `/superset/fetch_datasource_metadata?datasourceKey=${datasource}` },
    { method: 'GET', url: `/api/v1/explore/?slice_id=${chart}` },
    { method: 'GET', url: `/api/v1/explore/?datasource_type=table&datasource_id=${dataset}` },
    { method: 'GET', url: `/api/v1/explore/?form_data=${encodeURIComponent(formData)}` },
    { method: 'GET', url: `/api/v1/form_data/?slice_id=${chart}` },
    { method: 'GET', url: `/superset/warm_up_cache/?slice_id=${chart}` },
    { method: 'PUT', url: '/api/v1/chart/warm_up_cache', payload: { chart_id: chart } },
    {
      method: 'POST',
      url: '/api/v1/explore/form_data',
      payload: { ...ofDataset(ids), chart_id: null, form_data: formData },
    },
    { method: 'POST', url: '/api/v1/explore/permalink', payload: { formData: { datasource } } },
    { method: 'POST', url: '/api/v1/chart/', payload: { ...newChart, datasource_id: dataset } },
    { method: 'POST', url: '/api/v1/chart/', payload: { ...newChart, datasource_id: 1, dashboards: [dashboard] } },
    { method: 'POST', url: '/api/v1/dataset/', payload: { database, table_name: 't' } },
    { method: 'POST', url: '/api/v1/dataset/get_or_create/', payload: { database_id: database, table_name: 't' } },
    { method: 'POST', url: '/api/v1/dataset/duplicate', payload: { base_model_id: dataset, table_name: 'copy' } },
    { method: 'POST', url: '/api/v1/saved_query/', payload: { label: 'q', sql: 'select 1', db_id: database } },
    { method: 'POST', url: '/tabstateview/', ...form({ queryEditor: JSON.stringify({ dbId: database }) }) },
    { method: 'POST', url: '/api/v1/sqllab/estimate/', payload: { database_id: database, sql: 'select 1' } },
    {
      method: 'POST',
      url: '/api/v1/sqllab/execute/',
      payload: { database_id: database, sql: 'select 1', client_id: 'c123456789' },
    },
    {
      method: 'POST',
      url: '/api/v1/rowlevelsecurity/',
      payload: { name: 'r', filter_type: 'Base', tables: [dataset], roles: [], clause: '1 = 1' },
    },
    { method: 'POST', url: '/api/v1/tag/', payload: { name: 'x', objects_to_tag: [['chart', chart]] } },
  ]
}

describe('a hidden object has the same response as a missing one', () => {
  it.each(['guest', 'gamma', 'keen'])('on every route with an id in its address, for %s', async (identity) => {
    const wrong: string[] = []
    let tried = 0
    for (const route of server.app.routeTable) {
      const gone = addressesOf(route, missing)
      for (const [at, { url }] of addressesOf(route, hidden).entries()) {
        tried++
        const { method } = route
        const [there, not] = [
          await answerTo(identity, { method, url }, hidden),
          await answerTo(identity, { method, url: gone[at]?.url ?? '' }, missing),
        ]
        if (there !== not) wrong.push(`${method} ${url}: ${there} / ${not}`)
      }
    }
    expect(tried).toBeGreaterThan(80)
    expect(wrong).toEqual([])
  })

  it.each(['guest', 'gamma', 'keen'])('in queries and bodies, for %s', async (identity) => {
    const wrong: string[] = []
    const gone = referring(missing)
    for (const [at, asked] of referring(hidden).entries()) {
      const there = await answerTo(identity, asked, hidden)
      const not = await answerTo(identity, gone[at] as Asked, missing)
      if (there !== not) wrong.push(`${asked.method} ${asked.url}: ${there} / ${not}`)
    }
    expect(wrong).toEqual([])
  })

  it('in requests that reach the objects if the reader may see them', async () => {
    identities.set('admin', { authorization: `Bearer ${await server.token('admin')}` })
    const gone = referring(missing)
    const wrong = await Promise.all(
      referring(hidden).map(async (asked, at) => {
        // deleted objects would be missing for the other requests
        if (asked.method === 'DELETE') return []
        const there = await answerTo('admin', asked, hidden)
        return there === (await answerTo('admin', gone[at] as Asked, missing)) ? [`${asked.method} ${asked.url}`] : []
      }),
    )
    expect(wrong.flat()).toEqual([])
  })
})
