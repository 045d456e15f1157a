import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'
import { minPasswordLength } from '../../model/people/passwordLength.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'
import { hashPassword } from './passwords.ts'
import { closeSessionsOf, hashSecret } from './sessions.ts'
import { rightsChanged } from './subjects.ts'

export interface NewUser {
  username: string
  firstName: string
  lastName: string
  email: string
  password: string | null
  /** Names of roles that exist. */
  roles: string[]
}

/**
 * Errors by field for a username or an email address that another user has. Upper and lower case are the same: no user
 * may take the name of another user in different case.
 */
export async function takenFields(
  db: Db | Trx,
  wanted: { username?: string; email?: string },
  exceptId = 0,
): Promise<{ username?: string[]; email?: string[] }> {
  const isTaken = async (column: 'username' | 'email') => {
    const value = wanted[column]
    if (value === undefined) return false
    const other = await db
      .selectFrom('users')
      .select('id')
      .where((eb) => eb(eb.fn('lower', [column]), '=', sql<string>`lower(${value})`))
      .where('id', '!=', exceptId)
      .executeTakeFirst()
    return other !== undefined
  }
  return {
    ...((await isTaken('username')) ? { username: ['Another user has this username.'] } : {}),
    ...((await isTaken('email')) ? { email: ['Another user has this email address.'] } : {}),
  }
}

/** Creates an account and returns its id. */
export async function createUser(db: Db, user: NewUser, now: number): Promise<number> {
  const passwordHash = user.password === null ? null : await hashPassword(user.password)
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        uuid: randomUUID(),
        username: user.username,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        password_hash: passwordHash,
        password_changed_on: passwordHash === null ? null : now,
        last_login: null,
        created_on: now,
        changed_on: now,
        created_by: null,
        changed_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (user.roles.length > 0) {
      const roles = await trx.selectFrom('roles').select('id').where('name', 'in', user.roles).execute()
      if (roles.length !== user.roles.length) throw new Error(`no such role among ${user.roles.join(', ')}`)
      await trx
        .insertInto('user_roles')
        .values(roles.map((role) => ({ user_id: id, role_id: role.id })))
        .execute()
    }
    await rightsChanged(trx)
    return id
  })
}

/** Sets a password. All sessions of the user end, and older tokens and one-time links become invalid. */
export async function setPassword(db: Db, userId: number, password: string, now: number): Promise<void> {
  if (password.length < minPasswordLength) {
    throw new AppError('GENERIC_COMMAND_ERROR', 400, `Use at least ${minPasswordLength} characters.`)
  }
  const hash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: hash, password_changed_on: now, changed_on: now })
      .where('id', '=', userId)
      .execute()
    await closeSessionsOf(trx, userId)
    await endLinksOf(trx, userId)
    await rightsChanged(trx)
  })
}

/** The first administrator: created at the first start, without a password unless one is configured. */
export async function ensureAdmin(
  db: Db,
  admin: { username: string; password: string | undefined },
  now: number,
): Promise<{ userId: number; hasPassword: boolean }> {
  const known = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['users.id', 'users.password_hash', 'users.username'])
    .where('roles.name', '=', 'Admin')
    .orderBy('users.id')
    .execute()
  const ready = known.find((user) => user.password_hash !== null)
  if (ready) return { userId: ready.id, hasPassword: true }
  const first = known[0]
  const userId =
    first?.id ??
    (await createUser(
      db,
      {
        username: admin.username,
        firstName: 'Admin',
        lastName: 'User',
        email: `${admin.username}@localhost`,
        password: null,
        roles: ['Admin'],
      },
      now,
    ))
  if (admin.password === undefined) return { userId, hasPassword: false }
  await setPassword(db, userId, admin.password, now)
  return { userId, hasPassword: true }
}

export const linkLifeMs = 24 * 3_600_000

/** A new one-time link for a user; earlier links become invalid. Returns the token; only its hash is stored. */
export async function makeSignInLink(db: Db, userId: number, now: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db.transaction().execute(async (trx) => {
    await endLinksOf(trx, userId)
    await trx
      .insertInto('sign_in_links')
      .values({ token_hash: hashSecret(token), user_id: userId, expires_on: now + linkLifeMs, used_on: null })
      .execute()
  })
  return token
}

/** Ends the one-time links of a user: after a new password, or when the account is disabled. */
export async function endLinksOf(db: Db | Trx, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
}

/** The user of a link, or undefined if the link is unknown, used or expired. */
export async function findSignInLink(
  db: Db | Trx,
  token: string,
  now: number,
): Promise<Pick<Row<'users'>, 'id' | 'username'> | undefined> {
  return db
    .selectFrom('sign_in_links')
    .innerJoin('users', 'users.id', 'sign_in_links.user_id')
    .select(['users.id', 'users.username'])
    .where('sign_in_links.token_hash', '=', hashSecret(token))
    .where('sign_in_links.used_on', 'is', null)
    .where('sign_in_links.expires_on', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}

/** Marks a link as used; false if it was used in the meantime. */
export async function spendSignInLink(db: Db, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_links')
    .set({ used_on: now })
    .where('token_hash', '=', hashSecret(token))
    .where('used_on', 'is', null)
    .where('expires_on', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
