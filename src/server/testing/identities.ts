import { randomUUID } from 'node:crypto'
import { createApiKey } from '../access/apiKeys.ts'
import { issueGuestToken } from '../access/guests.ts'
import { rightsChanged } from '../access/subjects.ts'
import { issueToken } from '../access/tokens.ts'
import type { TestApp } from './app.ts'

/** Every kind of identity that sends requests. */
export const identityNames = [
  'anonymous',
  'disabled',
  'guest',
  'custom',
  'sqllab',
  'gamma',
  'alpha',
  'admin',
  'key:read',
  'key:all',
] as const
export type IdentityName = (typeof identityNames)[number]

/** Ids as strings by kind of object: `{ chart: '1', dataset: '1' }`. */
export type Ids = Record<string, string>

export interface Identities {
  /** The headers with which each identity authenticates. */
  headers: ReadonlyMap<IdentityName, Record<string, string>>
  /**
   * The headers of an identity with new tokens, for long runs. If the administrator has deleted or disabled their own
   * account, it is restored.
   */
  renewed: (name: IdentityName) => Promise<Record<string, string>>
  /** Objects of the administrator. The dashboard is embedded, and the guest token names it. */
  own: Ids
  /** Other objects of the administrator, which guests and users without grants do not see. */
  hidden: Ids
}

/**
 * Creates objects of the administrator on a dataset, and users, keys and a token of every kind. The custom role only
 * has `can_read:Chart`; the disabled user was an administrator.
 */
export async function createIdentities(server: TestApp, datasetId: number): Promise<Identities> {
  const { db, now, keys } = server.services
  // signing in would not work: wrong passwords from this address may have locked the accounts
  const idOf = async (name: string) =>
    (await db.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id
  const bearerOf = async (id: number) => ({
    authorization: `Bearer ${await issueToken(keys.for('tokens'), id, 'access', true, now())}`,
  })
  const bearer = async (name: string) => bearerOf(await idOf(name))
  const admin = await bearer('admin')
  const [hidden, own] = [await createObjects(server, admin, datasetId), await createObjects(server, admin, datasetId)]
  const headers = new Map<IdentityName, Record<string, string>>([
    ['anonymous', {}],
    ['admin', admin],
  ])
  for (const [name, role] of Object.entries({ gamma: 'Gamma', alpha: 'Alpha', sqllab: 'sql_lab', disabled: 'Admin' })) {
    await server.addUser(name, [role])
    headers.set(name as IdentityName, await bearer(name))
  }
  await giveRole(server, await server.addUser('custom', []), 'can_read:Chart')
  headers.set('custom', await bearer('custom'))
  let userId = await idOf('admin')
  const keyOf = async (scope: 'read' | 'all') => {
    const expiresOn = now() + 3_600_000
    const { key } = await createApiKey(db, { userId, name: `${scope} ${randomUUID()}`, scope, expiresOn }, now())
    return { authorization: `Bearer ${key}` }
  }
  for (const scope of ['read', 'all'] as const) headers.set(`key:${scope}`, await keyOf(scope))
  const dashboard = own['dashboard'] ?? ''
  const embed = `/api/v1/dashboard/${dashboard}/embedded`
  await server.app.inject({ method: 'POST', url: embed, headers: admin, payload: { allowed_domains: [] } })
  headers.set('guest', await guestHeaders(server, dashboard))
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ is_active: false }).where('username', '=', 'disabled').execute()
    await rightsChanged(trx)
  })
  const restoreAdministrator = async () => {
    const known = await server.services.subjects.ofUser(userId)
    if (!known?.subject.isAdmin) userId = await server.addUser(`admin-${randomUUID()}`, ['Admin'])
  }
  const renewed = async (name: IdentityName) => {
    if (name === 'guest') return guestHeaders(server, dashboard)
    if (['custom', 'sqllab', 'gamma', 'alpha'].includes(name)) return bearer(name)
    if (name !== 'admin' && name !== 'key:all' && name !== 'key:read') return headers.get(name) ?? {}
    await restoreAdministrator()
    return name === 'admin' ? bearerOf(userId) : keyOf(name === 'key:all' ? 'all' : 'read')
  }
  return { headers, renewed, own, hidden }
}

async function guestHeaders({ services: { keys, now } }: TestApp, id: string): Promise<Record<string, string>> {
  const claims = { user: {}, resources: [{ type: 'dashboard' as const, id }], rls_rules: [] }
  return { 'x-guesttoken': await issueGuestToken(keys.for('guests'), claims, now()) }
}

async function createObjects(server: TestApp, headers: Record<string, string>, datasetId: number): Promise<Ids> {
  const create = async (url: string, payload: object) => {
    const answer = await server.app.inject({ method: 'POST', url, headers, payload })
    const { id } = answer.json<{ id?: number }>()
    if (id === undefined) throw new Error(answer.body)
    return String(id)
  }
  const chart = { slice_name: 'c', datasource_id: datasetId, datasource_type: 'table', viz_type: 'table', params: '{}' }
  return {
    chart: await create('/api/v1/chart/', chart),
    dashboard: await create('/api/v1/dashboard/', { dashboard_title: 'd' }),
    dataset: String(datasetId),
    database: '1',
  }
}

async function giveRole({ services: { db } }: TestApp, userId: number, permission: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const role = await trx.insertInto('roles').values({ name: 'custom' }).returning('id').executeTakeFirstOrThrow()
    await trx.insertInto('role_permissions').values({ role_id: role.id, permission }).execute()
    await trx.insertInto('user_roles').values({ user_id: userId, role_id: role.id }).execute()
    await rightsChanged(trx)
  })
}
