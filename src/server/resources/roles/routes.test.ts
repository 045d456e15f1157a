import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'

const path = '/api/v1/security/roles'

let server: TestApp
let headers: { authorization: string }
let datasetId: number
beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  headers = { authorization: `Bearer ${await server.token('admin')}` }
  const { db, now } = server.services
  const stamps = { created_on: now(), changed_on: now(), created_by: 1, changed_by: 1 }
  const { id } = await db
    .insertInto('databases')
    .values({ database_name: 'sales', backend: 'sqlite', sqlalchemy_uri: 'sqlite://', uuid: 'd', ...stamps } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const dataset = await db
    .insertInto('datasets')
    .values({ table_name: 'orders', database_id: id, schema: 'main', uuid: 's', ...stamps } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  datasetId = dataset.id
})
afterAll(() => server.close())

async function call<T = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<{ status: number; body: T }> {
  const response = await server.app.inject({ method, url, payload, headers })
  return { status: response.statusCode, body: response.json<T>() }
}

const add = async (name: string) => (await call<{ id: number }>('POST', `${path}/`, { name })).body.id

interface Pair {
  id: number
  permission_name: string
  view_menu_name: string
}

describe('roles', () => {
  it('are created, renamed, listed with their users, and deleted', async () => {
    const id = await add('Sales')
    expect((await call('POST', `${path}/`, { name: 'Sales' })).status).toBe(422)
    expect((await call('PUT', `${path}/${id}`, { name: 'Sales team' })).body).toMatchObject({
      result: { name: 'Sales team' },
    })
    const user = await server.addUser('sam', ['Sales team'])
    const list = await call<{ result: object[] }>(
      'GET',
      `${path}/?q=(order_column:id,order_direction:asc,page_size:100)`,
    )
    expect(list.body.result).toContainEqual({ id, name: 'Sales team', is_builtin: false, user_count: 1 })
    const rights = await call('GET', `${path}/${id}/rights`)
    expect(rights.body).toMatchObject({ result: { permissions: [], users: [{ id: user, username: 'sam' }] } })
    expect((await call('DELETE', `${path}/${id}`)).body).toEqual({ message: 'OK' })
    expect((await call('GET', `${path}/${id}`)).status).toBe(404)
  })

  it('of the product stay as they are, except for the permissions of Public', async () => {
    const { db } = server.services
    const idOf = async (name: string) =>
      (await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    const [gamma, open] = [await idOf('Gamma'), await idOf('Public')]
    expect((await call('DELETE', `${path}/${gamma}`)).status).toBe(422)
    expect((await call('PUT', `${path}/${gamma}`, { name: 'Readers' })).status).toBe(422)
    expect((await call('PUT', `${path}/${gamma}/rights`, { permissions: [] })).status).toBe(422)
    const given = await call('PUT', `${path}/${open}/rights`, { permissions: ['can_read:Dashboard'] })
    expect(given.body).toMatchObject({ result: { permissions: ['can_read:Dashboard'] } })
    await call('PUT', `${path}/${open}/rights`, { permissions: [] })
  })

  it('give permissions and data by id, as the calls of the contract do, from the next request on', async () => {
    const id = await add('Orders')
    await server.addUser('olga', ['Gamma', 'Orders'])
    const token = { authorization: `Bearer ${await server.token('olga')}` }
    const seen = async () =>
      (await server.app.inject({ url: '/api/v1/dataset/', headers: token })).json<{ count: number }>().count
    expect(await seen()).toBe(0)
    const pairs = await call<{ result: { id: number; permission: { name: string }; view_menu: { name: string } }[] }>(
      'GET',
      '/api/v1/security/permissions-resources/?q=(order_column:id,order_direction:desc,page_size:100)',
    )
    const names = pairs.body.result.map(({ permission, view_menu }) => `${permission.name} ${view_menu.name}`)
    expect(names.slice(0, 3)).toEqual([
      'schema_access [sales].[main]',
      `datasource_access [sales].[orders](id:${datasetId})`,
      'database_access [sales].(id:1)',
    ])
    const read = await call<{ result: { id: number }[] }>(
      'GET',
      '/api/v1/security/permissions/?q=(filters:!((col:name,opr:eq,value:can_read)))',
    )
    const permission = read.body.result[0]?.id ?? 0
    const reading = await call<{ ids: number[] }>(
      'GET',
      `/api/v1/security/permissions-resources/?q=(filters:!((col:permission,opr:rel_o_m,value:${permission})))`,
    )
    expect(reading.body.ids.length).toBeGreaterThan(5)
    const ids = [pairs.body.result[1]?.id ?? 0, reading.body.ids[0] ?? 0]
    const sent = await call('POST', `${path}/${id}/permissions`, { permission_view_menu_ids: ids })
    expect(sent.body).toEqual({ result: { permission_view_menu_ids: ids } })
    const held = await call<{ result: Pair[] }>('GET', `${path}/${id}/permissions/`)
    expect(new Set(held.body.result.map((pair) => pair.id))).toEqual(new Set(ids))
    expect(held.body.result.map((pair) => pair.view_menu_name)).toContain(`[sales].[orders](id:${datasetId})`)
    expect(await seen()).toBe(1)
    await call('POST', `${path}/${id}/permissions`, { permission_view_menu_ids: [] })
    expect(await seen()).toBe(0)
    expect((await call('POST', `${path}/${id}/permissions`, { permission_view_menu_ids: [1e6] })).status).toBe(422)
  })

  it('give databases, schemas and datasets; unknown ones are refused; the change is in the log', async () => {
    const id = await add('Data')
    const grants = [
      { kind: 'database', database_id: 1 },
      { kind: 'schema', database_id: 1, schema: 'archive' },
      { kind: 'dataset', dataset_id: datasetId },
    ]
    const { body } = await call('PUT', `${path}/${id}/rights`, { grants })
    expect(body).toMatchObject({
      result: {
        grants: [
          { kind: 'database', label: 'sales' },
          { kind: 'schema', label: 'sales.archive' },
          { kind: 'dataset', label: 'sales.orders' },
        ],
      },
    })
    // a grant on a schema without datasets has no id, and is kept when a client replaces the pairs
    await call('POST', `${path}/${id}/permissions`, { permission_view_menu_ids: [] })
    expect((await call('GET', `${path}/${id}/rights`)).body).toMatchObject({
      result: { grants: [{ kind: 'schema', label: 'sales.archive' }] },
    })
    for (const wrong of [{ grants: [{ kind: 'dataset', dataset_id: 999 }] }, { permissions: ['can_fly:Kite'] }])
      expect((await call('PUT', `${path}/${id}/rights`, wrong)).status).toBe(422)
    expect((await call('PUT', `${path}/${id}/rights`, { grants: [{ kind: 'planet' }] })).status).toBe(400)
    expect((await call('PUT', `${path}/999/rights`, { grants: [] })).status).toBe(404)
    const log = await server.services.db
      .selectFrom('logs')
      .select(['action', 'json'])
      .where('object', '=', `Role:${id}`)
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['role_create', 'role_rights', 'role_rights'])
    expect(log[1]?.json).toContain('"schema":"archive"')
  })

  it('that a row rule names are not deleted: the rule would no longer hide anything', async () => {
    const id = await add('Restricted')
    const { db, now } = server.services
    const rule = await db
      .insertInto('row_rules')
      .values({
        uuid: 'r',
        name: 'Own region',
        filter_type: 'Regular',
        clause: '1=0',
        created_on: now(),
        changed_on: now(),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('row_rule_roles').values({ rule_id: rule.id, role_id: id }).execute()
    expect(await call('DELETE', `${path}/${id}`)).toMatchObject({
      status: 422,
      body: { message: 'Row rules use this role: Own region. Change them first.' },
    })
    expect((await call('GET', `${path}/${id}/rights`)).body).toMatchObject({
      result: { row_rules: [{ name: 'Own region', filter_type: 'Regular' }] },
    })
  })
})
