import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { flag, parseFields } from '../../../model/wire/fields.ts'
import { CsrfTokenAnswer, TokensAnswer } from '../../../model/wire/session.ts'
import { csrfToken } from '../../access/csrf.ts'
import { networkOf } from '../../access/network.ts'
import { hasSecondFactor } from '../../access/secondFactor.ts'
import { checkPassword, recordSignIn } from '../../access/signIn.ts'
import { RateLimit } from '../../access/throttle.ts'
import { bearerToken, issueToken, verifyToken } from '../../access/tokens.ts'
import { TokenError } from '../../errors.ts'
import type { Resource } from '../../resource.ts'
import { browserCookie } from '../../shell.ts'

const Login = z.strictObject({
  username: z.string(),
  password: z.string(),
  provider: z.string(),
  refresh: flag.optional(),
})

/** Tokens for programs: signing in with JSON, refreshing, and the CSRF token for clients that use cookies. */
export const securityRoutes: Resource = (app, services) => {
  const { db, keys, now, subjects, config, directory } = services
  const attempts = new RateLimit(config.limits.signInsPerMinute, 60_000)

  app.post(
    '/api/v1/security/login',
    { config: { requires: 'public', safe: true, accepts: 'any', body: Login, answer: TokensAnswer } },
    async (request) => {
      if (!/^application\/([\w.-]+\+)?json/.test(request.headers['content-type'] ?? '')) {
        throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'Request payload is not JSON')
      }
      const body = parseFields(Login, request.body)
      if (!body.ok)
        throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Arguments are not correct', { fields: body.fields })
      const { username, password, provider, refresh } = body.value
      if (provider !== 'db' && !(provider === 'ldap' && directory)) {
        const complaint = 'Alternative authentication provider is not allowed'
        const fields = {
          provider: provider === 'ldap' ? [complaint] : ['Must be one of: db, ldap.', complaint],
        }
        throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, complaint, { fields })
      }
      attempts.take(networkOf(request.ip), now())
      const userId = await checkPassword(services, request, username, password)
      if (userId === undefined) throw new AppError('GENERIC_COMMAND_ERROR', 401, 'Not authorized')
      if (await hasSecondFactor(db, userId)) {
        const message = 'This account has a second factor. Programs use an API key.'
        throw new AppError('GENERIC_COMMAND_ERROR', 401, message)
      }
      await recordSignIn(services, request, userId)
      const key = keys.for('tokens')
      return {
        access_token: await issueToken(key, userId, 'access', true, now()),
        ...(refresh ? { refresh_token: await issueToken(key, userId, 'refresh', false, now()) } : {}),
      }
    },
  )

  app.post(
    '/api/v1/security/refresh',
    { config: { requires: 'public', safe: true, accepts: 'any', answer: TokensAnswer } },
    async (request) => {
      const token = bearerToken(request.headers.authorization)
      if (token === undefined) throw new TokenError(401, 'Missing Authorization Header')
      const { userId, issuedOn } = await verifyToken(keys.for('tokens'), token, 'refresh', now())
      const known = await subjects.ofUser(userId)
      if (!known || issuedOn + 1000 <= known.signedInSince)
        throw new TokenError(401, `Error loading the user ${userId}`)
      return { access_token: await issueToken(keys.for('tokens'), userId, 'access', false, now()) }
    },
  )

  app.get(
    '/api/v1/security/csrf_token/',
    { config: { requires: 'can_read:SecurityRestApi', answer: CsrfTokenAnswer } },
    async (request, reply) => ({
      result: csrfToken(keys.for('csrf'), browserCookie(services, request, reply), now()),
    }),
  )
}
