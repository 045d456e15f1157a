import { RegistrationForm as Form } from '../../../model/people/registration.ts'
import { SignedInAnswer } from '../../../model/wire/session.ts'
import { audit } from '../../access/audit.ts'
import { checkCsrf } from '../../access/csrf.ts'
import { networkOf } from '../../access/network.ts'
import { startSession } from '../../access/startSession.ts'
import { RateLimit } from '../../access/throttle.ts'
import { createUser, takenFields } from '../../access/users.ts'
import { unprocessable } from '../../entities/owners.ts'
import type { Resource } from '../../resource.ts'
import { sendMissingPage } from '../../routeTable.ts'
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
      const taken = await takenFields(db, request.body)
      if (Object.keys(taken).length > 0) throw unprocessable(taken)
      const { username, first_name, last_name, email, password } = request.body
      const user = { username, firstName: first_name, lastName: last_name, email, password, roles: [role] }
      const userId = await createUser(db, user, now())
      await audit(db, { action: 'register', userId, object: `User:${userId}`, address: request.ip }, now())
      await startSession(services, request, reply, userId)
      return { next: '/superset/welcome/' }
    },
  )
}
