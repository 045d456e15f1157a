import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import type { MeUpdate } from '../../../model/people/userForm.ts'
import type { MeAnswer } from '../../../model/wire/session.ts'
import { audit } from '../../access/audit.ts'
import { networkOf } from '../../access/network.ts'
import { passwordFits } from '../../access/passwords.ts'
import { startSession } from '../../access/startSession.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { SignInThrottle } from '../../access/throttle.ts'
import { setPassword, takenFields } from '../../access/users.ts'
import { authorOf, changed, recordChange } from '../../entities/changes.ts'
import { unprocessable } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'

/**
 * Changes the name, the email address or the password of the caller. A new password ends all sessions of the user; the
 * browser of this request gets a new one.
 */
export async function changeOwnAccount(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  { password, current_password, ...profile }: z.output<typeof MeUpdate>,
): Promise<z.infer<typeof MeAnswer>['result']> {
  const { db, now } = services
  if (password !== undefined) await checkCurrentPassword(services, request, userId, current_password ?? '')
  const author = authorOf(request, now())
  const user = await db.transaction().execute(async (trx) => {
    const taken = await takenFields(trx, { email: profile.email }, userId)
    if (taken.email) throw unprocessable(taken)
    if (Object.keys(profile).length > 0) {
      await trx
        .updateTable('users')
        .set({ ...profile, ...changed(author) })
        .where('id', '=', userId)
        .execute()
      await recordChange(trx, author, 'update', { kind: 'User', id: userId }, { fields: Object.keys(profile) })
      await rightsChanged(trx)
    }
    return trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  })
  if (password !== undefined) {
    await setPassword(db, userId, password, now())
    await audit(db, { action: 'set_password', userId, address: request.ip }, now())
    if (request.proof === 'session') await startSession(services, request, reply, userId)
  }
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    is_active: user.is_active,
    is_anonymous: false,
    ...(user.time_zone && { time_zone: user.time_zone }),
  }
}

/** Wrong passwords are counted as failed sign-ins are: a stolen session must not reveal the password. */
async function checkCurrentPassword(
  { db, now, signIns }: Services,
  request: FastifyRequest,
  userId: number,
  password: string,
): Promise<void> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const key = SignInThrottle.key(user.username, networkOf(request.ip))
  await signIns.inTurn(key, async () => {
    signIns.check(key, now())
    if (await passwordFits(user.password_hash, password)) return signIns.succeeded(key)
    signIns.failed(key, now())
    await audit(db, { action: 'set_password', userId, outcome: 'refused', address: request.ip }, now())
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'The current password is wrong.', {
      fields: { current_password: ['The current password is wrong.'] },
    })
  })
}
