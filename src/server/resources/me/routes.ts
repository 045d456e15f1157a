import { AppError } from '../../../model/errors/errors.ts'
import { MeUpdate } from '../../../model/people/userForm.ts'
import { MeAnswer, MyRolesAnswer } from '../../../model/wire/session.ts'
import { userBootstrap } from '../../bootstrap.ts'
import type { Resource } from '../../resource.ts'
import { changeOwnAccount } from './account.ts'

/** The caller's own user and roles. */
export const meRoutes: Resource = (app, services) => {
  const { db } = services
  // anonymous callers get the error message of this resource, not that of a missing token
  const notAuthorized = () => new AppError('GENERIC_COMMAND_ERROR', 401, 'Not authorized')

  app.get(
    '/api/v1/me/',
    { config: { requires: 'signed_in', guests: true, refusal: notAuthorized, answer: MeAnswer } },
    async ({ subject: { user, guest } }) => {
      if (guest) {
        const { username, firstName: first_name, lastName: last_name } = guest
        return { result: { username, first_name, last_name, is_active: false, is_anonymous: false } }
      }
      if (!user) throw notAuthorized()
      return {
        result: {
          id: user.id,
          username: user.username,
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
          is_active: user.isActive,
          is_anonymous: false,
          ...(user.timeZone && { time_zone: user.timeZone }),
        },
      }
    },
  )

  app.put(
    '/api/v1/me/',
    { config: { requires: 'signed_in', refusal: notAuthorized, answer: MeAnswer }, schema: { body: MeUpdate } },
    async (request, reply) => {
      const { user } = request.subject
      if (!user) throw notAuthorized()
      return { result: await changeOwnAccount(services, request, reply, user.id, request.body) }
    },
  )

  app.get(
    '/api/v1/me/roles/',
    { config: { requires: 'signed_in', guests: true, refusal: notAuthorized, answer: MyRolesAnswer } },
    async ({ subject }) => ({ result: await userBootstrap(db, subject) }),
  )
}
