import { type SqlBool, sql } from 'kysely'
import { AppError } from '../../../model/errors/errors.ts'
import { NameRow, PairRow, RoleForm, RoleRow } from '../../../model/people/roleForm.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { declareResource } from '../../declared/declareResource.ts'
import type { Trx } from '../../storage/schema.ts'
import { addOverrideRoute } from './overrideRoute.ts'
import { addRightsRoutes } from './rights.ts'

const requires = {
  list: 'can_get',
  item: 'can_get',
  info: 'can_info',
  create: 'can_post',
  update: 'can_put',
  delete: 'can_delete',
}
const names = 'can_get can_post can_put can_delete can_info'

/** `/api/v1/security/roles`. Only administrators change roles, whatever permissions a role has. */
export const roles = declareResource({
  path: '/api/v1/security/roles',
  table: 'roles',
  kind: 'Role',
  view: 'Role',
  title: 'Role',
  names: { one: 'role', many: 'roles' },
  permissions: [{ view: 'Role', names: `${names} can_list_role_permissions can_add_role_permissions`, roles: [] }],
  requires,
  isPlainTable: true,
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', caseless: true, unique: 'Another role has this name.' },
    is_builtin: { type: 'boolean' },
    user_count: { type: 'computed', load: countUsers },
  },
  list: ['id', 'name', 'is_builtin', 'user_count'],
  show: ['id', 'name', 'is_builtin', 'user_count'],
  order: ['id', 'name'],
  search: ['id', 'name', 'is_builtin'],
  defaultOrder: 'id',
  row: RoleRow,
  policy: {
    writable: (subject) => (subject.isAdmin ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`),
  },
  create: RoleForm,
  update: RoleForm.partial(),
  isDeletable: true,
  rules: {
    check(_db, next, { stored }) {
      const isRenamed = stored !== undefined && next.name !== stored.name
      return isRenamed && stored.is_builtin ? { name: ['This role is built in and cannot be renamed.'] } : {}
    },
    remove: refuseNeededRoles,
    changed: rightsChanged,
  },
  more(app, services) {
    addRightsRoutes(app, services)
    addOverrideRoute(app, services)
  },
})

/** The contract's lists of permission names, of views, and of their pairs. */
const readOnly = { requires, isPlainTable: true, order: ['id', 'name'], search: ['id', 'name'], defaultOrder: 'id' }

export const permissionNames = declareResource({
  ...readOnly,
  path: '/api/v1/security/permissions',
  table: 'permission_names',
  kind: 'Permission',
  view: 'Permission',
  title: 'Permission',
  names: { one: 'permission', many: 'permissions' },
  permissions: [{ view: 'Permission', names: 'can_get can_info', roles: [] }],
  fields: { id: { type: 'integer' }, name: { type: 'text' } },
  list: ['id', 'name'],
  show: ['id', 'name'],
  row: NameRow,
})

export const viewMenus = declareResource({
  ...readOnly,
  path: '/api/v1/security/resources',
  table: 'view_menus',
  kind: 'ViewMenu',
  view: 'ViewMenu',
  title: 'View Menu',
  names: { one: 'resource', many: 'resources' },
  permissions: [{ view: 'ViewMenu', names: 'can_get can_info', roles: [] }],
  fields: { id: { type: 'integer' }, name: { type: 'text' } },
  list: ['id', 'name'],
  show: ['id', 'name'],
  row: NameRow,
})

export const permissionPairs = declareResource({
  ...readOnly,
  path: '/api/v1/security/permissions-resources',
  table: 'permission_pairs',
  kind: 'PermissionViewMenu',
  view: 'PermissionViewMenu',
  title: 'Permission View Menu',
  names: { one: 'permission', many: 'permissions' },
  permissions: [{ view: 'PermissionViewMenu', names: 'can_get can_info', roles: [] }],
  fields: {
    id: { type: 'integer' },
    permission: { type: 'toOne', column: 'permission_id', to: 'permission_names', columns: ['id', 'name'] },
    view_menu: { type: 'toOne', column: 'view_menu_id', to: 'view_menus', columns: ['id', 'name'] },
  },
  list: ['id', 'permission.name', 'view_menu.name'],
  show: ['id', 'permission.name', 'view_menu.name'],
  order: ['id'],
  search: ['id', 'permission', 'view_menu'],
  row: PairRow,
})

async function countUsers(rows: readonly { id: number }[], { db }: { db: Pick<Trx, 'selectFrom'> }) {
  const counts = await db
    .selectFrom('user_roles')
    .select(['role_id', sql<number>`count(*)`.as('count')])
    .where('role_id', 'in', [...rows.map(({ id }) => id), 0])
    .groupBy('role_id')
    .execute()
  const byRole = new Map(counts.map(({ role_id, count }) => [role_id, Number(count)]))
  return ({ id }: { id: number }) => byRole.get(id) ?? 0
}

/**
 * A built-in role cannot be deleted. Neither can a role that a row rule names: without it a `Regular` rule would no
 * longer hide the rows from its users.
 */
async function refuseNeededRoles(trx: Trx, ids: readonly number[]): Promise<void> {
  const builtin = await trx
    .selectFrom('roles')
    .select('name')
    .where('id', 'in', [...ids])
    .where('is_builtin', '=', true)
    .executeTakeFirst()
  if (builtin) throw new AppError('GENERIC_COMMAND_ERROR', 422, `${builtin.name} is built in and cannot be deleted.`)
  const rules = await trx
    .selectFrom('row_rule_roles')
    .innerJoin('row_rules', 'row_rules.id', 'row_rule_roles.rule_id')
    .select('row_rules.name')
    .where('row_rule_roles.role_id', 'in', [...ids])
    .distinct()
    .orderBy('row_rules.name')
    .execute()
  if (rules.length === 0) return
  const text = rules.map(({ name }) => name).join(', ')
  throw new AppError('GENERIC_COMMAND_ERROR', 422, `Row rules use this role: ${text}. Change them first.`)
}
