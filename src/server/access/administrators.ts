import { AppError } from '../../model/errors/errors.ts'
import type { Trx } from '../storage/schema.ts'

/**
 * Throws if nobody would be left who can administer the server. Called in the transaction, after the change; `leaving`
 * are users who are about to be deleted. An administrator counts if they have a password or have signed in before.
 */
export async function keepAnAdministrator(trx: Trx, leaving: readonly number[] = []): Promise<void> {
  const left = await trx
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('users.id')
    .where('roles.name', '=', 'Admin')
    .where('users.is_active', '=', true)
    .where((eb) => eb.or([eb('users.password_hash', 'is not', null), eb('users.last_login', 'is not', null)]))
    .where('users.id', 'not in', [...leaving, 0])
    .executeTakeFirst()
  if (left) return
  throw new AppError(
    'GENERIC_COMMAND_ERROR',
    422,
    'This is the last administrator who can sign in. Give another user the role Admin first.',
  )
}
