import { keptStatement } from '../storage/keptStatement.ts'
import type { Db, Trx } from '../storage/schema.ts'
import { readFolderRights } from './folderRights.ts'
import { type Grants, type RowRule, type Subject, schemaGrant } from './subject.ts'

export interface Subjects {
  /** The subject of an active user with the current permissions; undefined if the user is deleted or disabled. */
  ofUser(userId: number): Promise<{ subject: Subject; signedInSince: number } | undefined>
  /** Reads the version of permissions, for callers that do not know the user yet. */
  current(): Promise<Pick<Subjects, 'ofUser'>>
  anonymous(): Promise<Subject>
}

const setting = 'access_version'

const readRightsVersion = keptStatement((db) => db.selectFrom('settings').select('value').where('name', '=', ''))

/**
 * Call in the transaction of every change to users, roles, permissions or grants: it invalidates cached permissions.
 */
export async function rightsChanged(trx: Db | Trx): Promise<void> {
  const { value } = await trx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('settings')
    .set({ value: String(Number(value) + 1) })
    .where('name', '=', setting)
    .execute()
}

/** Creates the counter of `rightsChanged` if it is missing. */
export async function initRightsVersion(db: Db | Trx): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: setting, value: '1' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Regular rules of the roles, and Base rules that do not list any of them. */
async function readRowRules(db: Db, roleIds: readonly number[]): Promise<RowRule[]> {
  const rules = await db
    .selectFrom('row_rules')
    .select(['id', 'filter_type', 'group_key', 'clause'])
    .orderBy('id')
    .execute()
  if (rules.length === 0) return []
  const [named, datasets] = await Promise.all([
    db.selectFrom('row_rule_roles').selectAll().execute(),
    db.selectFrom('row_rule_datasets').selectAll().orderBy('dataset_id').execute(),
  ])
  const own = new Set(roleIds)
  const naming = new Set(named.filter((row) => own.has(row.role_id)).map((row) => row.rule_id))
  return rules
    .filter((rule) => naming.has(rule.id) === (rule.filter_type === 'Regular'))
    .map(({ id, group_key, clause }) => {
      const datasetIds = datasets.filter((row) => row.rule_id === id).map((row) => row.dataset_id)
      return { id, groupKey: group_key, clause, datasetIds }
    })
}

type Rights = Pick<Subject, 'roles' | 'permissions' | 'grants' | 'rowRules' | 'folders'>

async function readRights(db: Db, roleIds: number[], userId?: number): Promise<Rights> {
  const rowRules = await readRowRules(db, roleIds)
  const folders = await readFolderRights(db, roleIds, userId)
  if (roleIds.length === 0) {
    return {
      roles: [],
      permissions: new Set(),
      grants: { databases: new Set(), schemas: new Set(), datasets: new Set() },
      rowRules,
      folders,
    }
  }
  const [roles, permissions, grants] = await Promise.all([
    db.selectFrom('roles').select(['id', 'name']).where('id', 'in', roleIds).orderBy('id').execute(),
    db
      .selectFrom('role_permissions')
      .select(['role_id', 'permission'])
      .where('role_id', 'in', roleIds)
      .orderBy('permission')
      .execute(),
    db.selectFrom('data_grants').selectAll().where('role_id', 'in', roleIds).execute(),
  ])
  const held: { [Kind in keyof Grants]: Set<Grants[Kind] extends ReadonlySet<infer Item> ? Item : never> } = {
    databases: new Set(),
    schemas: new Set(),
    datasets: new Set(),
  }
  for (const grant of grants) {
    if (grant.kind === 'database' && grant.database_id !== null) held.databases.add(grant.database_id)
    if (grant.kind === 'schema' && grant.database_id !== null) {
      held.schemas.add(schemaGrant(grant.database_id, grant.schema))
    }
    if (grant.kind === 'dataset' && grant.dataset_id !== null) held.datasets.add(grant.dataset_id)
  }
  return {
    roles: roles.map((role) => ({
      ...role,
      permissions: permissions.filter((row) => row.role_id === role.id).map((row) => row.permission),
    })),
    permissions: new Set(permissions.map((row) => row.permission)),
    grants: held,
    rowRules,
    folders,
  }
}

/** The cached subjects of one version of the permissions. */
interface Kept {
  version: string
  users: Map<number, { subject: Subject; signedInSince: number } | undefined>
  nobody?: Subject
}

/**
 * Reads users with their permissions. Permissions are cached between requests and invalidated when the counter in the
 * store changes, so a change on any node takes effect with the next request. `onNewVersion` is awaited before the first
 * request with changed permissions.
 */
export function createSubjects(db: Db, onNewVersion: () => Promise<void> = async () => undefined): Subjects {
  let kept: Kept = { version: '', users: new Map() }

  /** The cache of the current permissions. A request that still reads an older version caches it under that version. */
  async function current(): Promise<Kept> {
    const [row] = await readRightsVersion(db, setting)
    const version = row?.value ?? ''
    if (version !== kept.version) {
      await onNewVersion()
      if (version !== kept.version) kept = { version, users: new Map() }
    }
    return kept
  }

  async function readUser(userId: number): Promise<{ subject: Subject; signedInSince: number } | undefined> {
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (!user) return undefined
    const roleIds = await db.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).execute()
    const rights = await readRights(
      db,
      roleIds.map((row) => row.role_id),
      userId,
    )
    return {
      subject: {
        user: {
          id: user.id,
          username: user.username,
          firstName: user.first_name,
          lastName: user.last_name,
          email: user.email,
          isActive: user.is_active,
          createdOn: user.created_on,
          timeZone: user.time_zone,
          language: user.language ?? undefined,
        },
        ...rights,
        isAdmin: rights.roles.some((role) => role.name === 'Admin'),
      },
      signedInSince: user.password_changed_on ?? 0,
    }
  }

  async function userIn({ users }: Kept, userId: number) {
    if (users.has(userId)) return users.get(userId)
    const found = await readUser(userId)
    users.set(userId, found)
    return found
  }

  return {
    ofUser: async (userId) => userIn(await current(), userId),
    async current() {
      const here = await current()
      return { ofUser: (userId) => userIn(here, userId) }
    },
    async anonymous() {
      const here = await current()
      if (here.nobody) return here.nobody
      const role = await db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirst()
      here.nobody = { user: undefined, ...(await readRights(db, role ? [role.id] : [])), isAdmin: false }
      return here.nobody
    },
  }
}
