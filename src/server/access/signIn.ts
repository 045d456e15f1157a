import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../model/errors/errors.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { audit } from './audit.ts'
import { accountOf } from './externalUsers.ts'
import { networkOf } from './network.ts'
import { passwordFits } from './passwords.ts'
import { SignInThrottle } from './throttle.ts'

/**
 * The id of the active user with this name and password, else undefined. A wrong name, a wrong password and a disabled
 * account have the same response and take the same time. After repeated failures, responses are delayed, then 429 is
 * thrown. The caller records a success: see `recordSignIn`.
 */
export async function checkPassword(
  services: Services,
  request: FastifyRequest,
  username: string,
  password: string,
): Promise<number | undefined> {
  const { db, now, signIns } = services
  const key = SignInThrottle.key(username, networkOf(request.ip))
  const { user, userId, delay } = await signIns.inTurn(key, async () => {
    signIns.check(key, now())
    const user = await db
      .selectFrom('users')
      .select(['id', 'password_hash', 'is_active'])
      .where('username', '=', username)
      .executeTakeFirst()
    const userId = await fittingUser(services, request, user, { username, password })
    if (userId !== undefined) signIns.succeeded(key)
    return { user, userId, delay: userId === undefined ? signIns.failed(key, now()) : undefined }
  })
  if (userId === undefined) {
    await db.transaction().execute(async (trx) => {
      if (user) {
        await trx
          .updateTable('users')
          .set((eb) => ({ fail_login_count: eb('fail_login_count', '+', 1) }))
          .where('id', '=', user.id)
          .execute()
      }
      await audit(
        trx,
        { action: 'sign_in', userId: user?.id, outcome: 'refused', address: request.ip, details: { username } },
        now(),
      )
    })
    await pause(delay)
  }
  return userId
}

/**
 * The id of the user with this name and password. If the account has a password here, only that password is accepted.
 * It is never sent to the directory, where the same name may belong to another person.
 * @throws AppError if the person may not sign in
 */
async function fittingUser(
  services: Services,
  request: FastifyRequest,
  user: Pick<Row<'users'>, 'id' | 'password_hash' | 'is_active'> | undefined,
  { username, password }: { username: string; password: string },
): Promise<number | undefined> {
  const { db, directory, now } = services
  if (!directory || (user !== undefined && user.password_hash !== null)) {
    const fits = (await passwordFits(user?.password_hash ?? null, password)) && user?.is_active === true
    return fits ? user.id : undefined
  }
  // the password check runs in any case, so that every attempt takes the same time
  const [person] = await Promise.all([directory.personOf(username, password), passwordFits(null, password)])
  if (!person) return undefined
  try {
    return await accountOf(services, person, request.ip)
  } catch (error) {
    const details = { username, provider: 'ldap', reason: error instanceof AppError ? error.message : 'error' }
    await audit(db, { action: 'sign_in', outcome: 'refused', address: request.ip, details }, now())
    throw error
  }
}

/** Records a completed sign-in. */
export async function recordSignIn(
  { db, now, reserve }: Services,
  request: FastifyRequest,
  userId: number,
  details?: Record<string, unknown>,
): Promise<void> {
  await reserve.use(() =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set((eb) => ({ last_login: now(), login_count: eb('login_count', '+', 1), fail_login_count: 0 }))
        .where('id', '=', userId)
        .execute()
      await audit(trx, { action: 'sign_in', userId, address: request.ip, details }, now())
    }),
  )
}
