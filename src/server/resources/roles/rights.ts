import { sql } from 'kysely'
import { z } from 'zod'
import {
  AllPermissionsAnswer,
  type Grant,
  RolePermissionsAnswer,
  RolePermissionsForm,
  type RoleRights,
  RoleRightsAnswer,
  RoleRightsForm,
} from '../../../model/people/roleForm.ts'
import { type DataGrant, namedPairs, readPairs } from '../../access/permissionIds.ts'
import { refusePublicByKey } from '../../access/publicRole.ts'
import type { Subject } from '../../access/subject.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { type Author, authorOf, recordChange } from '../../entities/changes.ts'
import { forbidden, notFound, unprocessable } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Db, Trx } from '../../storage/schema.ts'

const path = '/api/v1/security/roles/:id'

/** What a role grants: the contract's calls with ids of pairs, and ours with names, which the role editor uses. */
export function addRightsRoutes(app: App, services: Services): void {
  const { db, now, permissions } = services

  app.get(
    `${path}/permissions/`,
    {
      config: { requires: 'can_list_role_permissions:Role', answer: RolePermissionsAnswer },
      schema: { params: idParams },
    },
    async ({ params: { id } }) => {
      await findRole(db, id)
      const pairs = await readPairs(db)
      return { result: await namedPairs(db, pairs.idsOf(await rightsOf(db, id))) }
    },
  )

  app.post(
    `${path}/permissions`,
    {
      config: {
        requires: 'can_add_role_permissions:Role',
        answer: z.strictObject({ result: RolePermissionsForm }),
      },
      schema: { params: idParams, body: RolePermissionsForm },
    },
    async ({ params: { id }, body, subject, ip }) => {
      const found = (await pairsIn(db, body.permission_view_menu_ids)).map((pair) => pair.right)
      const permissionsGiven = found.flatMap((right) => ('permission' in right ? [right.permission] : []))
      const grants = found.flatMap((right) => ('grant' in right ? [right.grant] : []))
      await changeRights(services, subject, authorOf({ subject, ip }, now()), id, {
        permissions: permissionsGiven,
        // a grant without an id was not among the ids that the client could send
        grants: [...grants, ...(await unnamedGrants(db, id))],
      })
      return { result: body }
    },
  )

  app.get(
    `${path}/rights`,
    { config: { requires: 'can_get:Role', answer: RoleRightsAnswer }, schema: { params: idParams } },
    async ({ params: { id } }) => ({ result: await describeRole(db, id) }),
  )

  app.put(
    `${path}/rights`,
    {
      config: { requires: 'can_put:Role', answer: RoleRightsAnswer },
      schema: { params: idParams, body: RoleRightsForm },
    },
    async ({ params: { id }, body, subject, ip }) => {
      await changeRights(services, subject, authorOf({ subject, ip }, now()), id, {
        permissions: body.permissions,
        grants: body.grants?.map(storedGrant),
      })
      return { result: await describeRole(db, id) }
    },
  )

  app.get(
    '/api/v1/security/all_permissions',
    { config: { requires: 'can_get:Role', answer: AllPermissionsAnswer } },
    async () => ({ result: [...permissions.all].sort() }),
  )
}

const storedGrant = (grant: Grant): DataGrant => ({
  kind: grant.kind,
  database_id: grant.kind === 'dataset' ? null : grant.database_id,
  schema: grant.kind === 'schema' ? grant.schema : null,
  dataset_id: grant.kind === 'dataset' ? grant.dataset_id : null,
})

async function findRole(db: Db | Trx, id: number) {
  const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!role) throw notFound()
  return role
}

async function rightsOf(db: Db | Trx, id: number) {
  const permissions = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', id)
    .orderBy('permission')
    .execute()
  const grants = await db
    .selectFrom('data_grants')
    .select(['kind', 'database_id', 'schema', 'dataset_id'])
    .where('role_id', '=', id)
    .orderBy('id')
    .execute()
  return { permissions: permissions.map(({ permission }) => permission), grants }
}

/** The rights with these ids of pairs. @throws 422 for an unknown id */
async function pairsIn(db: Db, ids: readonly number[]) {
  const pairs = await readPairs(db)
  return [...new Set(ids)].map((id) => {
    const right = pairs.byId(id)
    if (!right) throw unprocessable({ permission_view_menu_ids: [`Permission ${id} does not exist`] })
    return { id, right }
  })
}

/** Grants of a role on schemas that have no dataset: they have no id. */
async function unnamedGrants(db: Db, id: number): Promise<DataGrant[]> {
  const { grants } = await rightsOf(db, id)
  const pairs = await readPairs(db)
  return grants.filter((grant) => pairs.idsOf({ permissions: [], grants: [grant] }).length === 0)
}

/**
 * Replaces the permissions and the grants of a role; omitted lists are not changed. The permissions of built-in roles
 * are set by the release, except for those of Public.
 */
export async function changeRights(
  { db, permissions: known }: Services,
  subject: Subject,
  author: Author,
  id: number,
  { permissions, grants }: { permissions: readonly string[] | undefined; grants: readonly DataGrant[] | undefined },
): Promise<void> {
  if (!subject.isAdmin) throw forbidden()
  await db.transaction().execute(async (trx) => {
    const role = await findRole(trx, id)
    refusePublicByKey(subject, role.name)
    const before = await rightsOf(trx, id)
    const details: Record<string, unknown> = {}
    if (permissions) {
      const wanted = [...new Set(permissions)]
      const unknown = wanted.find((permission) => !known.all.has(permission))
      if (unknown !== undefined) throw unprocessable({ permissions: [`There is no permission ${unknown}`] })
      const { added, removed } = difference(before.permissions, wanted)
      if (added.length + removed.length > 0 && role.is_builtin && role.name !== 'Public')
        throw unprocessable({ permissions: [`The permissions of ${role.name} belong to the product.`] })
      await setPermissions(trx, id, added, removed)
      Object.assign(details, { added, removed })
    }
    if (grants) {
      await checkGrants(trx, grants)
      await setGrants(trx, id, grants)
      Object.assign(details, { grants_before: before.grants, grants_after: grants })
    }
    await recordChange(trx, author, 'rights', { kind: 'Role', id }, details)
    await rightsChanged(trx)
  })
}

function difference(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((item) => !before.includes(item)),
    removed: before.filter((item) => !after.includes(item)),
  }
}

async function setPermissions(trx: Trx, id: number, added: readonly string[], removed: readonly string[]) {
  if (removed.length > 0) {
    await trx
      .deleteFrom('role_permissions')
      .where('role_id', '=', id)
      .where('permission', 'in', [...removed])
      .execute()
  }
  if (added.length === 0) return
  await trx
    .insertInto('role_permissions')
    .values(added.map((permission) => ({ role_id: id, permission })))
    .execute()
}

async function setGrants(trx: Trx, id: number, grants: readonly DataGrant[]) {
  await trx.deleteFrom('data_grants').where('role_id', '=', id).execute()
  const unique = [...new Map(grants.map((grant) => [JSON.stringify(grant), grant])).values()]
  if (unique.length === 0) return
  await trx
    .insertInto('data_grants')
    .values(unique.map((grant) => ({ role_id: id, ...grant })))
    .execute()
}

/** @throws 422 for a grant on a database or dataset that does not exist */
async function checkGrants(trx: Trx, grants: readonly DataGrant[]): Promise<void> {
  for (const [table, column] of [
    ['databases', 'database_id'],
    ['datasets', 'dataset_id'],
  ] as const) {
    const wanted = [...new Set(grants.map((grant) => grant[column]).filter((id) => id !== null))]
    if (wanted.length === 0) continue
    const rows = await trx.selectFrom(table).select('id').where('id', 'in', wanted).execute()
    if (rows.length < wanted.length) throw unprocessable({ grants: ['One or more objects do not exist'] })
  }
}

/** A role with its rights, users, dashboards and row rules. */
async function describeRole(db: Db, id: number): Promise<RoleRights> {
  const role = await findRole(db, id)
  const { permissions } = await rightsOf(db, id)
  const [grants, people, dashboards, rules] = await Promise.all([
    describeGrants(db, id),
    db
      .selectFrom('users')
      .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
      .select(['users.id', 'username', 'first_name', 'last_name', 'is_active'])
      .where('user_roles.role_id', '=', id)
      .orderBy('username')
      .execute(),
    db
      .selectFrom('dashboards')
      .innerJoin('dashboard_roles', 'dashboard_roles.dashboard_id', 'dashboards.id')
      .select(['dashboards.id', 'dashboard_title'])
      .where('dashboard_roles.role_id', '=', id)
      .where('published', '=', true)
      .orderBy('dashboard_title')
      .execute(),
    db
      .selectFrom('row_rules')
      .innerJoin('row_rule_roles', 'row_rule_roles.rule_id', 'row_rules.id')
      .select(['row_rules.id', 'row_rules.name', 'filter_type'])
      .where('row_rule_roles.role_id', '=', id)
      .orderBy('row_rules.name')
      .execute(),
  ])
  return {
    id,
    name: role.name,
    is_builtin: role.is_builtin,
    permissions,
    grants,
    users: people.map(({ id: userId, username, first_name, last_name, is_active }) => ({
      id: userId,
      username,
      name: `${first_name} ${last_name}`.trim(),
      active: is_active,
    })),
    dashboards: dashboards.map((row) => ({ id: row.id, title: row.dashboard_title ?? '' })),
    row_rules: rules,
  }
}

async function describeGrants(db: Db, id: number): Promise<RoleRights['grants']> {
  const rows = await db
    .selectFrom('data_grants')
    .leftJoin('datasets', 'datasets.id', 'data_grants.dataset_id')
    .innerJoin('databases', (join) =>
      join.on((eb) => eb('databases.id', '=', eb.fn.coalesce('data_grants.database_id', 'datasets.database_id'))),
    )
    .select(['data_grants.kind', 'data_grants.schema', 'data_grants.dataset_id', 'databases.id as database_id'])
    .select(['datasets.table_name', 'databases.database_name'])
    .where('data_grants.role_id', '=', id)
    .orderBy(sql`lower(databases.database_name)`)
    .orderBy('data_grants.id')
    .execute()
  return rows.map((row) => {
    const { database_id, database_name } = row
    switch (row.kind) {
      case 'database':
        return { kind: 'database', database_id, label: database_name }
      case 'schema':
        return { kind: 'schema', database_id, schema: row.schema ?? '', label: `${database_name}.${row.schema ?? ''}` }
      case 'dataset':
        return { kind: 'dataset', dataset_id: row.dataset_id ?? 0, label: `${database_name}.${row.table_name ?? ''}` }
    }
  })
}
