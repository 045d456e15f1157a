import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { minPasswordLength } from '../../../model/people/passwordLength.ts'
import { username as usernameField } from '../../../model/people/userForm.ts'
import { SignedInAnswer } from '../../../model/wire/session.ts'
import { audit } from '../../access/audit.ts'
import { sessionCookieName, setCookie } from '../../access/cookies.ts'
import { checkCsrf } from '../../access/csrf.ts'
import { networkOf } from '../../access/network.ts'
import { closeSession } from '../../access/sessions.ts'
import { checkPassword } from '../../access/signIn.ts'
import { RateLimit } from '../../access/throttle.ts'
import { findSignInLink, setPassword, spendSignInLink, takenFields } from '../../access/users.ts'
import { flash } from '../../bootstrap.ts'
import { CsrfError } from '../../errors.ts'
import { formFields } from '../../formFields.ts'
import { ownPath } from '../../ownPath.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { sendPage } from '../../shell.ts'
import { completeSignIn, waitsForCode } from './secondStep.ts'

const home = '/superset/welcome/'

/** The page to open after signing in: a path of this site, else `/`. */
export const safeNext = (next: unknown, ownOrigin: string): string =>
  (typeof next === 'string' ? ownPath(next, ownOrigin) : undefined) ?? '/'

const LoginForm = z.object({
  username: z.string().optional(),
  password: z.string().optional(),
  csrf_token: z.string().optional(),
})

const Setup = z.object({
  token: z.string(),
  username: usernameField.optional(),
  password: z.string(),
})

/** The sign-in page, its form, the one-time link and signing out. */
export const authRoutes: Resource = (app, services) => {
  const { db, now, keys, config } = services
  const attempts = new RateLimit(config.limits.signInsPerMinute, 60_000)
  const cookieName = sessionCookieName(services.secureCookies)
  const { oidc } = config.signIn
  const signInPage = (request: FastifyRequest) => ({
    title: 'Sign in',
    kind: 'login',
    extras: {
      ...(oidc ? { provider: oidc.name } : {}),
      ...(waitsForCode(services, request) ? { second_factor: true } : {}),
    },
  })

  app.get('/login/', { config: { requires: 'public' } }, async (request, reply) => {
    if (request.subject.user) return reply.redirect('/', 302)
    return sendPage(services, request, reply, signInPage(request))
  })

  // programs send the form urlencoded, as multipart or as JSON
  void app.register(async (child: App) => {
    await child.register(multipart)
    const config = { requires: 'public', accepts: 'any', tokenInParts: true, safe: true } as const
    child.post<{ Querystring: { next?: string } }>(
      '/login/',
      { config: { ...config, body: LoginForm, answer: SignedInAnswer } },
      async (request, reply) => {
        const asJson = request.headers.accept?.includes('application/json') === true
        const form = LoginForm.safeParse(await formFields(services, request))
        const { username = '', password = '', csrf_token } = form.success ? form.data : {}
        try {
          const token = request.headers['x-csrftoken']?.toString() ?? csrf_token
          checkCsrf(keys.for('csrf'), request.sessionCookie, token, now())
        } catch (error) {
          if (asJson && error instanceof CsrfError) return reply.code(error.status).send({ message: error.message })
          return reply.redirect('/login/', 302)
        }
        const next = safeNext(request.query.next, services.baseUrl())
        if (username === '' || password === '') {
          if (asJson) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Enter your username and password.')
          return sendPage(services, request, reply, signInPage(request))
        }
        attempts.take(networkOf(request.ip), now())
        const userId = await checkPassword(services, request, username, password)
        if (userId === undefined) {
          if (asJson) return reply.code(401).send({ message: 'Invalid login. Please try again.' })
          flash(services, reply, ['warning', 'Invalid login. Please try again.'])
          return reply.redirect('/login/?next=/', 302)
        }
        const target = await completeSignIn(services, request, reply, userId, next)
        return asJson ? { next: target } : reply.redirect(target, 302)
      },
    )
  })

  app.get('/logout/', { config: { requires: 'public', changesState: 'minor' } }, async (request, reply) => {
    if (request.sessionCookie) {
      await closeSession(db, request.sessionCookie)
      if (request.subject.user)
        await audit(db, { action: 'sign_out', subject: request.subject, address: request.ip }, now())
    }
    setCookie(reply, cookieName, null, { secure: services.secureCookies })
    return reply.redirect('/', 302)
  })

  app.get<{ Params: { token: string } }>(
    '/setup/:token',
    { config: { requires: 'public' } },
    async (request, reply) => {
      const { token } = request.params
      const user = await findSignInLink(db, token, now())
      return sendPage(services, request, reply, {
        title: 'Set a password',
        kind: 'login',
        status: user ? 200 : 404,
        extras: {
          setup: {
            token,
            username: user?.username ?? null,
            valid: user !== undefined,
            names_itself: user !== undefined && (await namesItself(services, user.id)),
          },
        },
      })
    },
  )

  app.post<{ Params: { token: string }; Body: z.output<typeof Setup> }>(
    '/setup/:token',
    { config: { requires: 'public', safe: true, answer: SignedInAnswer }, schema: { body: Setup } },
    async (request, reply) => {
      const { password, username } = request.body
      checkCsrf(keys.for('csrf'), request.sessionCookie, request.headers['x-csrftoken']?.toString(), now())
      attempts.take(networkOf(request.ip), now())
      const user = await findSignInLink(db, request.params.token, now())
      const stale = new AppError(
        'GENERIC_COMMAND_ERROR',
        400,
        'This link has been used or has expired. Ask an administrator for a new one.',
      )
      if (!user || request.body.token !== request.params.token) throw stale
      if (password.length < minPasswordLength) {
        throw new AppError('GENERIC_COMMAND_ERROR', 400, `Use at least ${minPasswordLength} characters.`)
      }
      const isRenamed = username !== undefined && username !== user.username
      if (isRenamed) await checkName(services, user.id, username)
      if (!(await spendSignInLink(db, request.params.token, now()))) throw stale
      if (isRenamed) await rename(services, user.id, username)
      await setPassword(db, user.id, password, now())
      await audit(db, { action: 'set_password', userId: user.id, address: request.ip }, now())
      return { next: await completeSignIn(services, request, reply, user.id, home) }
    },
  )
}

/**
 * Whether the user of a link chooses a username: administrators only. Row rules and databases that impersonate users
 * identify other users by their names.
 */
const namesItself = async ({ subjects }: Services, userId: number) =>
  (await subjects.ofUser(userId))?.subject.isAdmin === true

async function checkName(services: Services, userId: number, username: string): Promise<void> {
  if (!(await namesItself(services, userId)))
    throw new AppError('GENERIC_COMMAND_ERROR', 403, 'Only administrators can change usernames.')
  const taken = await takenFields(services.db, { username }, userId)
  if (taken.username) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'This username is already in use.')
}

async function rename({ db, now }: Services, userId: number, username: string): Promise<void> {
  await db.updateTable('users').set({ username, changed_on: now() }).where('id', '=', userId).execute()
}
