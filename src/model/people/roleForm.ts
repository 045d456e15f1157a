import { z } from 'zod'
import { id, ids, short, text } from '../wire/fields.ts'

/** `POST` and `PUT /api/v1/security/roles/` */
export const RoleForm = z.strictObject({
  name: text(1, 64).refine((value) => value.trim() === value && !/\p{Cc}/u.test(value), 'Use one line of text.'),
})

/** A role in responses. `is_builtin`: the release sets its permissions. */
export const RoleRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  is_builtin: z.boolean(),
  user_count: z.int(),
})
export type RoleRow = z.infer<typeof RoleRow>

/** `GET /api/v1/security/permissions/` and `/resources/` */
export const NameRow = z.strictObject({ id: z.int(), name: z.string() })

/** `GET /api/v1/security/permissions-resources/` */
export const PairRow = z.strictObject({ id: z.int(), permission: NameRow, view_menu: NameRow })

export const RolePermissionsForm = z.strictObject({ permission_view_menu_ids: ids })

export const RolePermissionsAnswer = z.strictObject({
  result: z.array(z.strictObject({ id: z.int(), permission_name: z.string(), view_menu_name: z.string() })),
})

const Grant = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('database'), database_id: id }),
  z.strictObject({ kind: z.literal('schema'), database_id: id, schema: text(1, 250) }),
  z.strictObject({ kind: z.literal('dataset'), dataset_id: id }),
])
export type Grant = z.infer<typeof Grant>

/** `PUT /api/v1/security/roles/{id}/rights`: missing fields change nothing, a list replaces the stored one. */
export const RoleRightsForm = z.strictObject({
  permissions: short(z.array(text(1, 200))).optional(),
  grants: short(z.array(Grant)).optional(),
})
export type RoleRightsForm = z.infer<typeof RoleRightsForm>

/** Everything that a role grants: permissions, grants to data, and what follows from them. */
export const RoleRightsAnswer = z.strictObject({
  result: z.strictObject({
    id: z.int(),
    name: z.string(),
    is_builtin: z.boolean(),
    /** `can_read:Chart` */
    permissions: z.array(z.string()),
    grants: z.array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('database'), database_id: z.int(), label: z.string() }),
        z.strictObject({ kind: z.literal('schema'), database_id: z.int(), schema: z.string(), label: z.string() }),
        z.strictObject({ kind: z.literal('dataset'), dataset_id: z.int(), label: z.string() }),
      ]),
    ),
    users: z.array(z.strictObject({ id: z.int(), username: z.string(), name: z.string(), active: z.boolean() })),
    /** Published dashboards that are shared with the role. */
    dashboards: z.array(z.strictObject({ id: z.int(), title: z.string() })),
    /** Row rules that name the role. */
    row_rules: z.array(z.strictObject({ id: z.int(), name: z.string(), filter_type: z.enum(['Regular', 'Base']) })),
  }),
})
export type RoleRights = z.infer<typeof RoleRightsAnswer>['result']

/** All permissions of this release, for the editor of roles. */
export const AllPermissionsAnswer = z.strictObject({ result: z.array(z.string()) })
