import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataAccess } from '../../../model/people/dataAccess.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
const tokens = new Map<string, string>()
let dataset: { id: number; database_id: number; schema: string | null }
let roleId: number

async function call(user: string, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${tokens.get(user)}` }
  const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json<{ result: DataAccess; message?: unknown; id?: number }>() }
}
const path = (kind: string, id: number, schema?: string) =>
  `/api/v1/security/data_access/${kind}/${id}${schema === undefined ? '' : `?schema=${schema}`}`
const reasons = async (url: string) =>
  Object.fromEntries((await call('admin', 'GET', url)).body.result.roles.map(({ name, by }) => [name, by]))
const sees = async (user: string) => (await call(user, 'GET', `/api/v1/dataset/${dataset.id}`)).status

beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  const stamps = { created_on: 0, changed_on: 0, created_by: null, changed_by: null, extra: null, external_url: null }
  const database = { database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'duckdb://', secrets: null }
  await server.services.db
    .insertInto('databases')
    .values({
      ...stamps,
      ...database,
      uuid: 'd',
      cache_timeout: null,
      force_ctas_schema: null,
      server_cert: null,
      extra_fields: null,
    })
    .execute()
  await server.services.db
    .insertInto('datasets')
    .values({
      ...stamps,
      uuid: 't',
      table_name: 't',
      database_id: 1,
      schema: 'main',
      catalog: null,
      sql: null,
      description: null,
      main_dttm_col: null,
      default_endpoint: null,
      cache_timeout: null,
      params: null,
      template_params: null,
      fetch_values_predicate: null,
      extra_fields: null,
    })
    .execute()
  dataset = { id: 1, database_id: 1, schema: 'main' }
  await server.addUser('anna', ['Gamma'])
  for (const user of ['admin', 'anna']) tokens.set(user, await server.token(user))
  roleId = (await call('admin', 'POST', '/api/v1/security/roles/', { name: 'Readers' })).body.id ?? 0
  const { db } = server.services
  const anna = await db.selectFrom('users').select('id').where('username', '=', 'anna').executeTakeFirstOrThrow()
  await db.insertInto('user_roles').values({ user_id: anna.id, role_id: roleId }).execute()
})
afterAll(() => server.close())

it.each(['dataset', 'schema', 'database'] as const)(
  'a grant on a %s is granted and revoked on the object',
  async (kind) => {
    const url =
      kind === 'dataset'
        ? path('dataset', dataset.id)
        : path('database', dataset.database_id, kind === 'schema' ? (dataset.schema ?? '') : undefined)
    expect(await sees('anna')).toBe(404)
    expect((await call('admin', 'PUT', url, { roles: [roleId] })).status).toBe(200)
    expect(await sees('anna')).toBe(200)
    expect((await reasons(url))['Readers']).toBe('own')
    expect((await reasons(path('dataset', dataset.id)))['Readers']).toBe(kind === 'dataset' ? 'own' : kind)
    expect((await call('admin', 'PUT', url, { roles: [] })).status).toBe(200)
    expect(await sees('anna')).toBe(404)
  },
)

it('roles that read everything are listed', async () => {
  expect(await reasons(path('dataset', dataset.id))).toEqual({ Admin: 'all', Alpha: 'all' })
})

it.each([
  ['a missing role', 'admin', () => path('dataset', dataset.id), { roles: [999_999] }, 422],
  ['a missing dataset', 'admin', () => path('dataset', 999_999), { roles: [] }, 404],
  ['a missing database', 'admin', () => path('database', 999_999), { roles: [] }, 404],
  ['an unknown kind', 'admin', () => path('chart', 1), { roles: [] }, 404],
  ['somebody else', 'anna', () => path('dataset', dataset.id), { roles: [] }, 403],
] as const)('refuses %s', async (_name, user, url, body, status) => {
  expect((await call(user, 'PUT', url(), body)).status).toBe(status)
})
