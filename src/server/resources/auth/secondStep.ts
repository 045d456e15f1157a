import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { SignedInAnswer } from '../../../model/wire/session.ts'
import { forgetSignIn, keepSignIn, keptSignIn } from '../../access/begunSignIn.ts'
import { checkCsrf } from '../../access/csrf.ts'
import { networkOf } from '../../access/network.ts'
import { checkCode, hasSecondFactor } from '../../access/secondFactor.ts'
import { recordSignIn } from '../../access/signIn.ts'
import { startSession } from '../../access/startSession.ts'
import { RateLimit } from '../../access/throttle.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const LIFE_S = 300
const Code = z.strictObject({ code: z.string().max(100) })

/**
 * Signs a user in whose password was right; returns the page to open. With a second factor, that is the sign-in page,
 * which asks for the code: there is no session yet.
 */
export async function completeSignIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  next: string,
): Promise<string> {
  if (await hasSecondFactor(services.db, userId)) {
    keepSignIn(services, reply, 'code', { user: String(userId), since: String(services.now()), next }, LIFE_S)
    return '/login/'
  }
  await recordSignIn(services, request, userId)
  await startSession(services, request, reply, userId)
  return next
}

/** Whether the sign-in page must ask this browser for a code. */
export const waitsForCode = (services: Services, request: FastifyRequest) =>
  keptSignIn(services, request, 'code') !== undefined

/** The second step of a sign-in: the code of the app, or a recovery code. */
export const secondStepRoutes: Resource = (app, services) => {
  const { config, keys, now, subjects } = services
  const attempts = new RateLimit(config.limits.signInsPerMinute, 60_000)

  app.post(
    '/login/code',
    { config: { requires: 'public', safe: true, answer: SignedInAnswer }, schema: { body: Code } },
    async (request, reply) => {
      checkCsrf(keys.for('csrf'), request.sessionCookie, request.headers['x-csrftoken']?.toString(), now())
      attempts.take(networkOf(request.ip), now())
      const kept = keptSignIn(services, request, 'code')
      const userId = Number(kept?.['user'])
      const known = kept && (await subjects.ofUser(userId))
      // if the password was changed in the meantime, the one that was entered may have been stolen
      if (!known || known.signedInSince > Number(kept['since'])) {
        throw new AppError('GENERIC_COMMAND_ERROR', 401, 'The sign-in took too long. Enter your password again.')
      }
      if (!(await checkCode(services, request, userId, request.body.code)))
        throw new AppError('GENERIC_COMMAND_ERROR', 401, 'The code is wrong.')
      forgetSignIn(services, reply)
      await recordSignIn(services, request, userId, { second_factor: true })
      await startSession(services, request, reply, userId)
      return { next: kept['next'] ?? '/' }
    },
  )

  // the user wants to sign in with another account: the form asks for username and password again
  app.post(
    '/login/code/cancel',
    { config: { requires: 'public', safe: true, answer: SignedInAnswer } },
    async (_request, reply) => {
      forgetSignIn(services, reply)
      return { next: '/login/' }
    },
  )
}
