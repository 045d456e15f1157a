import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors/errors.ts'
import { RegistrationForm as Form } from '../../../model/people/registration.ts'
import { parseFields } from '../../../model/wire/fields.ts'
import { SignedInAnswer } from '../../../model/wire/session.ts'
import { audit } from '../../access/audit.ts'
import { checkCsrf } from '../../access/csrf.ts'
import { networkOf } from '../../access/network.ts'
import { startSession } from '../../access/startSession.ts'
import { RateLimit } from '../../access/throttle.ts'
import { createUser, takenFields } from '../../access/users.ts'
import { type Flash, flash } from '../../bootstrap.ts'
import { unprocessable } from '../../entities/owners.ts'
import { formFields } from '../../formFields.ts'
import type { App, Resource } from '../../resource.ts'
import { sendMissingPage } from '../../routeTable.ts'
import { sendPage } from '../../shell.ts'

/**
 * `/register/`: visitors create an account, if the server has a role for them. Without that role the page is missing.
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

  /** Creates the account of a form, and signs the user in. @throws AppError if the form is rejected */
  async function makeAccount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { csrf_token, conf_password, ...fields } = await formFields(services, request)
    const token =
      request.headers['x-csrftoken']?.toString() ?? (typeof csrf_token === 'string' ? csrf_token : undefined)
    checkCsrf(keys.for('csrf'), request.sessionCookie, token, now())
    attempts.take(networkOf(request.ip), now())
    const form = parseFields(Form, fields)
    if (!form.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Invalid form', { fields: form.fields })
    const { username, first_name, last_name, email, password } = form.value
    if (conf_password !== undefined && conf_password !== password)
      throw unprocessable({ conf_password: ['The passwords do not match.'] })
    const taken = await takenFields(db, form.value)
    if (Object.keys(taken).length > 0) throw unprocessable(taken)
    const user = { username, firstName: first_name, lastName: last_name, email, password, roles: [role ?? ''] }
    const userId = await createUser(db, user, now())
    await audit(db, { action: 'register', userId, object: `User:${userId}`, address: request.ip }, now())
    await startSession(services, request, reply, userId)
  }

  // programs send the form urlencoded, as multipart or as JSON; browsers send JSON
  void app.register(async (child: App) => {
    await child.register(multipart)
    for (const url of ['/register/', '/register/form'])
      child.post(
        url,
        {
          config: {
            requires: 'public',
            safe: true,
            accepts: 'any',
            tokenInParts: true,
            body: Form,
            answer: SignedInAnswer,
          },
        },
        async (request, reply) => {
          if (role === undefined) return reply.callNotFound()
          if (request.headers['content-type']?.startsWith('application/json')) {
            await makeAccount(request, reply)
            return { next: '/superset/welcome/' }
          }
          try {
            await makeAccount(request, reply)
          } catch (error) {
            if (!(error instanceof AppError) || error.status >= 500) throw error
            flash(services, reply, ...faultsOf(error).map((text): Flash => ['danger', text]))
            return reply.redirect('/register/', 302)
          }
          return reply.redirect('/', 302)
        },
      )
  })
}

/** The errors of a refused form, one for each of its fields. */
const faultsOf = ({ fields, message }: AppError): string[] =>
  fields ? Object.entries(fields).map(([name, texts]) => `${name}: ${[texts].flat().join(' ')}`) : [message]
