import { AppError } from '../../../model/errors/errors.ts'
import { userBootstrap } from '../../bootstrap.ts'
import type { Resource } from '../../resource.ts'

/** Who the caller is. */
export const meRoutes: Resource = (app, { db }) => {
  // anonymous callers get the words of this resource, not the token's
  const notAuthorized = () => new AppError('GENERIC_COMMAND_ERROR', 401, 'Not authorized')

  app.get(
    '/api/v1/me/',
    { config: { requires: 'signed_in', refusal: notAuthorized } },
    async ({ subject: { user } }) => {
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
        },
      }
    },
  )

  app.get('/api/v1/me/roles/', { config: { requires: 'signed_in', refusal: notAuthorized } }, async ({ subject }) => ({
    result: await userBootstrap(db, subject),
  }))
}
