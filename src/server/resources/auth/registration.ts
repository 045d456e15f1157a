import { RegistrationForm as Form, type RegistrationForm } from '../../../model/people/registration.ts'
import { SignedInAnswer } from '../../../model/wire/session.ts'
import { audit } from '../../access/audit.ts'
import { checkCsrf } from '../../access/csrf.ts'
import { networkOf } from '../../access/network.ts'
import { startSession } from '../../access/startSession.ts'
import { RateLimit } from '../../access/throttle.ts'
import { createUser } from '../../access/users.ts'
import { unprocessable } from '../../entities/owners.ts'
import type { Resource } from '../../resource.ts'
import { sendMissingPage } from '../../routeTable.ts'
import type { Services } from '../../services.ts'
import { sendPage } from '../../shell.ts'

/**
 * `/register/`: people make an account for themselves, if the server has a role for them. Without that role the page is
 * missing.
 */
export const registrationRoutes: Resource = (app, services) => {
  const { config, db, keys, now } = services
  const attempts = new RateLimit(config.limits.signInsPerMinute, 60_000)
  const role = config.registrationRole

  for (const url of ['/register/', '/register/form'])
    app.get(url, { config: { requires: 'public' } }, async (request, reply) => {
      if (role === undefined) return sendMissingPage(services, request, reply)
      if (request.subject.user) return reply.redirect('/', 302)
      return sendPage(services, request, reply, { title: 'Register', kind: 'login' })
    })

  app.post(
    '/register/',
    { config: { requires: 'public', safe: true, answer: SignedInAnswer }, schema: { body: Form } },
    async (request, reply) => {
      if (role === undefined) return reply.callNotFound()
      checkCsrf(keys.for('csrf'), request.sessionCookie, request.headers['x-csrftoken']?.toString(), now())
      attempts.take(networkOf(request.ip), now())
      await refuseTaken(services, request.body)
      const { username, first_name, last_name, email, password } = request.body
      const user = { username, firstName: first_name, lastName: last_name, email, password, roles: [role] }
      const userId = await createUser(db, user, now())
      await audit(db, { action: 'register', userId, object: `User:${userId}`, address: request.ip }, now())
      await startSession(services, request, reply, userId)
      return { next: '/superset/welcome/' }
    },
  )
}

/** @throws AppError 422 for a name or an address that somebody has */
async function refuseTaken({ db }: Services, { username, email }: RegistrationForm): Promise<void> {
  const taken = await db
    .selectFrom('users')
    .select(['username', 'email'])
    .where((eb) => eb.or([eb('username', '=', username), eb('email', '=', email)]))
    .execute()
  if (taken.length === 0) return
  throw unprocessable({
    ...(taken.some((user) => user.username === username) ? { username: ['Another user has this username.'] } : {}),
    ...(taken.some((user) => user.email === email) ? { email: ['Another user has this email address.'] } : {}),
  })
}
