import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors/errors.ts'
import { SignedInAnswer } from '../../../model/wire/session.ts'
import { audit } from '../../access/audit.ts'
import { forgetSignIn, keepSignIn, keptSignIn } from '../../access/begunSignIn.ts'
import { accountOf, connectAccount } from '../../access/externalUsers.ts'
import { networkOf } from '../../access/network.ts'
import { type BegunSignIn, createOidc } from '../../access/oidc.ts'
import { hashSecret } from '../../access/sessions.ts'
import { recordSignIn } from '../../access/signIn.ts'
import { startSession } from '../../access/startSession.ts'
import { RateLimit } from '../../access/throttle.ts'
import { flash } from '../../bootstrap.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { safeNext } from './routes.ts'

const path = '/login/oidc'
const callback = `${path}/callback`
const account = '/users/userinfo/'
const LIFE_S = 600

/** A begun sign-in as `begin` has stored it. */
interface Kept extends BegunSignIn {
  next: string
  /** Hash of the session whose user connects the account; empty: a sign-in. */
  session: string
}

/** Sign-in with an OpenID Connect provider, and connecting it to an account; no routes without one. */
export const oidcRoutes: Resource = (app, services) => {
  const { config, now } = services
  if (!config.signIn.oidc) return
  const oidc = createOidc(config.signIn.oidc)
  const attempts = new RateLimit(config.limits.signInsPerMinute, 60_000)
  const redirectUri = () => `${services.baseUrl()}${callback}`

  async function begin(request: FastifyRequest, reply: FastifyReply, next: string, session: string): Promise<string> {
    attempts.take(networkOf(request.ip), now())
    const { address, begun } = await oidc.begin(redirectUri())
    keepSignIn(services, reply, 'provider', { ...begun, next, session }, LIFE_S)
    return address
  }

  app.get<{ Querystring: { next?: string } }>(path, { config: { requires: 'public' } }, async (request, reply) => {
    const target = safeNext(request.query.next, services.baseUrl())
    try {
      return reply.redirect(await begin(request, reply, target, ''), 302)
    } catch (error) {
      return failed(services, request, reply, error)
    }
  })

  // requires a CSRF token, so that no other site can connect its own account at the provider to that of a visitor
  app.post(`${path}/connect`, { config: { requires: 'signed_in', answer: SignedInAnswer } }, async (request, reply) => {
    const { sessionCookie } = request
    if (request.proof !== 'session' || sessionCookie === undefined)
      throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Sign in with a browser to connect an account.')
    return { next: await begin(request, reply, account, hashSecret(sessionCookie)) }
  })

  app.get(callback, { config: { requires: 'public' } }, async (request, reply) => {
    const kept = keptSignIn(services, request, 'provider') as Kept | undefined
    forgetSignIn(services, reply)
    try {
      if (!kept) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'The sign-in took too long. Please try again.')
      const returned = new URL(`${services.baseUrl()}${request.url}`)
      const person = await oidc.finish(returned, kept)
      if (kept.session !== '') {
        const { user } = request.subject
        const isSame = request.sessionCookie !== undefined && hashSecret(request.sessionCookie) === kept.session
        if (!user || !isSame || request.viewer)
          throw new AppError('GENERIC_COMMAND_ERROR', 403, 'Please sign in again.')
        await connectAccount(services, person, user.id, request.ip)
        flash(services, reply, ['success', 'The account is connected.'])
        return reply.redirect(account, 302)
      }
      const userId = await accountOf(services, person, request.ip)
      await recordSignIn(services, request, userId, { provider: 'oidc' })
      await startSession(services, request, reply, userId)
      return reply.redirect(kept.next, 302)
    } catch (error) {
      return failed(services, request, reply, error, kept?.session !== '' && kept !== undefined)
    }
  })
}

/** Reports why nobody was signed in. The response of the provider is logged, not shown. */
async function failed(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  isConnecting = false,
): Promise<FastifyReply> {
  const { db, log, now } = services
  if (error instanceof AppError && error.status === 429) throw error
  if (!(error instanceof AppError)) log.warn({ err: error }, 'sign-in with the identity provider failed')
  const message = error instanceof AppError ? error.message : 'The sign-in failed. Please try again.'
  const details = { provider: 'oidc', reason: message }
  await audit(db, { action: 'sign_in', outcome: 'refused', address: request.ip, details }, now())
  flash(services, reply, ['danger', message])
  return reply.redirect(isConnecting ? account : '/login/', 302)
}
