import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { audit } from './audit.ts'
import { networkOf } from './network.ts'
import { passwordFits } from './passwords.ts'
import { SignInThrottle } from './throttle.ts'

/**
 * The id of the active user with this name and password, else undefined. A wrong name, a wrong password and a disabled
 * account have the same response and take the same time. After repeated failures, responses are delayed, then 429 is
 * thrown.
 */
export async function checkPassword(
  services: Services,
  request: FastifyRequest,
  username: string,
  password: string,
): Promise<number | undefined> {
  const { db, now, signIns, reserve } = services
  const key = SignInThrottle.key(username, networkOf(request.ip))
  const { user, delay } = await signIns.inTurn(key, async () => {
    signIns.check(key, now())
    const user = await db
      .selectFrom('users')
      .select(['id', 'password_hash', 'is_active'])
      .where('username', '=', username)
      .executeTakeFirst()
    const fits = (await passwordFits(user?.password_hash ?? null, password)) && user?.is_active === true
    if (fits) signIns.succeeded(key)
    return { user, delay: fits ? undefined : signIns.failed(key, now()) }
  })
  if (!user || delay !== undefined) {
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
    return undefined
  }
  const recordSuccess = () =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set((eb) => ({ last_login: now(), login_count: eb('login_count', '+', 1), fail_login_count: 0 }))
        .where('id', '=', user.id)
        .execute()
      await audit(trx, { action: 'sign_in', userId: user.id, address: request.ip }, now())
    })
  await reserve.use(recordSuccess)
  return user.id
}
