import type { Db } from '../storage/schema.ts'
import { syncPermissionIds } from './permissionIds.ts'
import type { Permissions } from './permissions.ts'
import { initRightsVersion, rightsChanged } from './subjects.ts'

/**
 * Sets the built-in roles to the permissions of this release, and gives every permission an id. Manual changes to
 * built-in roles are reverted.
 */
export async function syncBuiltinRoles(db: Db, { all, builtinRoles }: Permissions): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await initRightsVersion(trx)
    await syncPermissionIds(trx, all)
    let changed = false
    for (const [name, permissions] of Object.entries(builtinRoles)) {
      const known = await trx.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst()
      const { id } =
        known ??
        (await trx.insertInto('roles').values({ name, is_builtin: true }).returning('id').executeTakeFirstOrThrow())
      const held = await trx.selectFrom('role_permissions').select('permission').where('role_id', '=', id).execute()
      const have = new Set(held.map((row) => row.permission))
      const want = new Set(permissions)
      const missing = permissions.filter((permission) => !have.has(permission))
      // an administrator may give permissions to Public
      const surplus = name === 'Public' ? [] : [...have].filter((permission) => !want.has(permission))
      if (missing.length === 0 && surplus.length === 0) continue
      changed = true
      for (const permission of surplus) {
        await trx
          .deleteFrom('role_permissions')
          .where('role_id', '=', id)
          .where('permission', '=', permission)
          .execute()
      }
      if (missing.length > 0) {
        await trx
          .insertInto('role_permissions')
          .values(missing.map((permission) => ({ role_id: id, permission })))
          .execute()
      }
    }
    if (changed) await rightsChanged(trx)
  })
}
