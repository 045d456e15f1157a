import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey } from './access/apiKeys.ts'
import { issueGuestToken } from './access/guests.ts'
import { rightsChanged } from './access/subjects.ts'
import { issueToken } from './access/tokens.ts'
import { ensureExamplesDatabase } from './embedded/tables.ts'
import type { KnownRoute } from './routeTable.ts'
import { addressesOf, type ObjectIds } from './testing/addressesOf.ts'
import { everyRoute, startApp, type TestApp } from './testing/app.ts'

/**
 * What each identity gets from each route with the id of an object, when the route really runs. The table
 * `testing/routeObjects.txt` has a row for each route and kind of object. It has four statuses for each identity: for
 * an object of the user `owner`, an object of an administrator on data that `owner` and `other` may read, an object on
 * data that they may not read, and a missing object. A new route fails this test until its row is reviewed and added
 * (`vitest run -u`).
 */

const places = ['own', 'granted', 'foreign', 'missing'] as const
type Place = (typeof places)[number]

const ids: Record<Place, ObjectIds> = {
  own: { chart: 201, dashboard: 301, dataset: 103, database: 1 },
  granted: { chart: 202, dashboard: 302, dataset: 101, database: 1 },
  foreign: { chart: 203, dashboard: 303, dataset: 102, database: 402 },
  missing: { chart: 999_999, dashboard: 999_999, dataset: 999_999, database: 999_999 },
}

/**
 * `public`: a visitor without an account, of a site whose role Public has the permissions of Gamma and reads the
 * granted data.
 */
const identities = [
  'guest',
  'custom',
  'sqllab',
  'gamma',
  'other',
  'owner',
  'owner:read',
  'owner:all',
  'alpha',
  'admin',
  'public',
] as const
type Identity = (typeof identities)[number]

const form = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
})
const rawRows = '{"viz_type":"table","query_mode":"raw","all_columns":["word"]}'
const positions = { ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: [] } }
const copied = { dashboard_title: 'copy', duplicate_slices: false, positions }

/** Input that routes need before they read the object. */
const bodies: Record<string, (of: ObjectIds) => { headers?: Record<string, string>; payload: object | string }> = {
  'POST /api/v1/dashboard/:id/filter_state': () => ({ payload: { value: '{}' } }),
  'PUT /api/v1/dashboard/:id/filter_state/:key': () => ({ payload: { value: '{}' } }),
  'POST /api/v1/dashboard/:id/filtersets': ({ dashboard }) => ({
    payload: {
      name: 'set',
      owner_type: 'Dashboard',
      owner_id: dashboard,
      json_metadata: '{"nativeFilters":{},"dataMask":{}}',
    },
  }),
  'POST /api/v1/dashboard/:idOrSlug/copy/': () => ({
    payload: { dashboard_title: 'copy', json_metadata: JSON.stringify({ positions }) },
  }),
  'POST /api/v1/dashboard/:idOrSlug/data': () => ({ payload: { queries: [] } }),
  'POST /api/v1/dashboard/:idOrSlug/embedded': () => ({ payload: { allowed_domains: [] } }),
  'PUT /api/v1/dashboard/:idOrSlug/embedded': () => ({ payload: { allowed_domains: [] } }),
  'POST /api/v1/database/:id/validate_sql/': () => ({ payload: { sql: 'select 1', schema: 'main' } }),
  'POST /api/v1/dataset/:id/source_columns': () => ({ payload: { sql: 'select 1 as a' } }),
  'POST /superset/add_slices/:id/': ({ chart }) => form({ data: JSON.stringify({ slice_ids: [chart] }) }),
  'POST /superset/copy_dash/:id/': () => form({ data: JSON.stringify(copied) }),
  'POST /superset/save_dash/:id/': () => form({ data: JSON.stringify({ positions }) }),
  'POST /superset/estimate_query_cost/:id/': () => form({ sql: '"select 1"' }),
  'POST /superset/estimate_query_cost/:id/:schema/': () => form({ sql: '"select 1"' }),
  'POST /superset/explore/:type/:id/': () => form({ form_data: rawRows }),
  'POST /superset/explore_json/:type/:id/': () => form({ form_data: rawRows }),
  'PUT /api/v1/security/data_access/:kind/:id': () => ({ payload: { roles: [] } }),
  'POST /api/v1/tag/:type/:objectId/': () => ({ payload: { properties: { tags: ['a'] } } }),
  'POST /tagview/tags/:type/:id/': () => ({ payload: '["a"]', headers: { 'content-type': 'application/json' } }),
  'DELETE /tagview/tags/:type/:id/': () => ({ payload: '["a"]', headers: { 'content-type': 'application/json' } }),
}

/** Options without which routes do not read the object. */
const queries: Record<string, string> = {
  'GET /api/v1/database/:id/table_metadata/': '?name=seen&schema=main',
  'GET /api/v1/database/:id/table_metadata/extra/': '?name=seen&schema=main',
  'GET /api/v1/database/:id/tables/': '?q=(schema_name:main)',
  'GET /superset/explore_json/:type/:id/': `?form_data=${encodeURIComponent(rawRows)}`,
}

/** A route with the table of the granted dataset. */
const ofTable = ({ url }: Pick<KnownRoute, 'url'>) => ({
  url: url.replace(':table', 'seen').replace(':schema', 'main').replace(':column', 'word'),
})

let server: TestApp
const users: Record<string, number> = {}
const keys: Record<string, string> = {}

/** Roles that read the dataset of the granted objects. */
const readers: number[] = []

async function addRole(name: string, userIds: readonly number[], permissions: readonly string[]): Promise<number> {
  return server.services.db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst()
    const { id } = known ?? (await trx.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow())
    for (const permission of permissions)
      await trx.insertInto('role_permissions').values({ role_id: id, permission }).execute()
    for (const user_id of userIds) await trx.insertInto('user_roles').values({ user_id, role_id: id }).execute()
    await rightsChanged(trx)
    return id
  })
}

const hiddenDatabase = { backend: 'duckdb', sqlalchemy_uri: 'duckdb://', is_embedded: true }

/** Restores every object, whatever earlier requests have done to it. */
async function reset(): Promise<void> {
  const stamp = { created_on: 0, changed_on: 0 }
  const { admin = 0, owner = 0 } = users
  await server.services.db.transaction().execute(async (trx) => {
    for (const table of ['trash', 'dashboards', 'charts', 'datasets'] as const) await trx.deleteFrom(table).execute()
    await trx
      .insertInto('databases')
      .values({ id: 402, uuid: 'x', database_name: 'hidden', ...stamp, ...hiddenDatabase })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ database_name: 'hidden' }))
      .execute()
    const datasets = [
      { id: 101, table_name: 'seen' },
      { id: 102, table_name: 'secret' },
      { id: 103, table_name: 'own' },
    ]
    for (const { id, table_name } of datasets) {
      await trx
        .insertInto('datasets')
        .values({ id, uuid: `d${id}`, table_name, database_id: 1, schema: 'main', ...stamp })
        .execute()
      await trx
        .insertInto('dataset_columns')
        .values({ uuid: `w${id}`, dataset_id: id, column_name: 'word', type: 'VARCHAR', ...stamp })
        .execute()
    }
    const owned = { 201: owner, 202: admin, 203: admin }
    for (const [at, user_id] of Object.entries(owned)) {
      const [chart_id, dashboard_id] = [Number(at), Number(at) + 100]
      const datasource_id = chart_id === 203 ? 102 : 101
      const params = JSON.stringify({ datasource: `${datasource_id}__table`, viz_type: 'table', groupby: ['word'] })
      await trx
        .insertInto('charts')
        .values({ id: chart_id, uuid: `c${at}`, slice_name: 'c', viz_type: 'table', datasource_id, params, ...stamp })
        .execute()
      await trx
        .insertInto('dashboards')
        .values({ id: dashboard_id, uuid: `b${at}`, dashboard_title: 'd', published: true, ...stamp })
        .execute()
      await trx.insertInto('dashboard_charts').values({ chart_id, dashboard_id }).execute()
      await trx.insertInto('chart_owners').values({ chart_id, user_id }).execute()
      await trx.insertInto('dashboard_owners').values({ dashboard_id, user_id }).execute()
    }
    await trx.insertInto('dataset_owners').values({ dataset_id: 103, user_id: owner }).execute()
    for (const role_id of readers)
      await trx.insertInto('data_grants').values({ role_id, kind: 'dataset', dataset_id: 101 }).execute()
    await rightsChanged(trx)
    await trx
      .insertInto('embedded_dashboards')
      .values({ uuid: 'e', dashboard_id: 301, allow_domain_list: '', created_on: 0, changed_on: 0 })
      .execute()
  })
}

beforeAll(async () => {
  server = await startApp(everyRoute)
  const { db, now, tables } = server.services
  const databaseId = await ensureExamplesDatabase(db, now)
  const folder = mkdtempSync(join(tmpdir(), 'objects-'))
  for (const table of ['seen', 'secret', 'own']) {
    const source = join(folder, `${table}.csv`)
    writeFileSync(source, 'word,amount\napple,1\n')
    await tables.load({ databaseId, table, source, format: 'csv' })
  }
  rmSync(folder, { recursive: true })
  expect(databaseId).toBe(1)
  const hidden = { database_name: 'hidden', backend: 'duckdb', sqlalchemy_uri: 'duckdb://', is_embedded: true }
  await db
    .insertInto('databases')
    .values({ id: 402, uuid: 'x', created_on: 0, changed_on: 0, ...hidden })
    .execute()
  users['admin'] = 1
  const roles = { sqllab: ['sql_lab'], gamma: ['Gamma'], other: ['Gamma'], owner: ['Gamma'], alpha: ['Alpha'] }
  for (const [name, given] of Object.entries(roles)) users[name] = await server.addUser(name, given)
  users['custom'] = await server.addUser('custom', [])
  await addRole('custom', [users['custom']], ['can_read:Chart'])
  readers.push(await addRole('readers', [users['owner'] ?? 0, users['other'] ?? 0], []))
  for (const scope of ['read', 'all'] as const) {
    const made = { userId: users['owner'] ?? 0, name: scope, scope, expiresOn: now() + 3_600_000 }
    keys[`owner:${scope}`] = (await createApiKey(db, made, now())).key
  }
}, 120_000)
afterAll(() => server?.close())

async function headersOf(identity: Identity): Promise<Record<string, string>> {
  const { keys: secrets, now } = server.services
  if (identity === 'public') return {}
  if (identity === 'guest') {
    const claims = { user: {}, resources: [{ type: 'dashboard' as const, id: 'e' }], rls_rules: [] }
    return { 'x-guesttoken': await issueGuestToken(secrets.for('guests'), claims, now()) }
  }
  const token = keys[identity] ?? (await issueToken(secrets.for('tokens'), users[identity] ?? 0, 'access', true, now()))
  return { authorization: `Bearer ${token}` }
}

async function statusesOf(route: KnownRoute, at: number, identity: Identity): Promise<Record<Place, number>> {
  const statuses = {} as Record<Place, number>
  const headers = { accept: 'application/json', ...(await headersOf(identity)) }
  for (const place of places) {
    const { method } = route
    const body = bodies[`${method} ${route.url}`]?.(ids[place]) ?? (method === 'GET' ? {} : { payload: {} })
    if (method !== 'GET') await reset()
    const { statusCode } = await server.app.inject({
      method: method as 'GET',
      url: `${addressesOf(ofTable(route), ids[place])[at]?.url}${queries[`${method} ${route.url}`] ?? ''}`,
      ...body,
      headers: { ...headers, ...('headers' in body ? body.headers : {}) },
    })
    // whether there is a picture depends on what is cached
    statuses[place] = statusCode === 204 && route.url.endsWith('/cover/') ? 200 : statusCode
  }
  return statuses
}

it('each identity gets from each route what the reviewed table says', async () => {
  const rows = server.app.routeTable.flatMap((route) =>
    addressesOf(route, ids.own).map(({ kind }, at) => ({ route, at, kind, cells: [] as string[] })),
  )
  const wrong: string[] = []
  for (const identity of identities) {
    if (identity === 'public') {
      const gamma = server.services.permissions.builtinRoles['Gamma'] ?? []
      readers.push(await addRole('Public', [], gamma))
    }
    await reset()
    for (const { route, at, kind, cells } of rows) {
      const statuses = await statusesOf(route, at, identity)
      cells.push(places.map((place) => statuses[place]).join('/'))
      const seesAll = identity === 'admin' || identity === 'alpha'
      if (!seesAll && statuses.foreign !== statuses.missing) wrong.push(`${identity} ${route.method} ${route.url}`)
      const changes = route.method === 'PUT' || route.method === 'DELETE'
      const isObject = new RegExp(`^/api/v1/${kind}/:id(OrSlug)?$`).test(route.url)
      const owns = identity === 'owner' || identity === 'owner:all'
      if (!changes || !isObject || identity === 'admin') continue
      for (const place of places)
        if (statuses[place] < 300 && !(owns && place === 'own'))
          wrong.push(`${identity} ${route.method} ${route.url} ${place}`)
    }
  }
  const head = identities.map((name) => name.padEnd(16)).join('')
  const lines = rows.map(
    ({ route: { method, url }, kind, cells }) =>
      `${cells.map((cell) => cell.padEnd(16)).join('')}${method} ${url} ${kind}`,
  )
  lines.sort((a, b) => (a.slice(head.length) < b.slice(head.length) ? -1 : 1))
  await expect([head.trimEnd(), ...lines, ''].join('\n')).toMatchFileSnapshot('./testing/routeObjects.txt')
  expect(wrong).toEqual([])
}, 600_000)
