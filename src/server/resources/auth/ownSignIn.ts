import { AppError } from '../../../model/errors/errors.ts'
import { type OwnSignIn, OwnSignInAnswer } from '../../../model/people/ownSignIn.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { hasSecondFactor, recoveryCodesLeft } from '../../access/secondFactor.ts'
import { authorOf, recordChange } from '../../entities/changes.ts'
import { notFound } from '../../entities/owners.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const path = '/api/v1/me/sign_in/'

/** How the caller signs in, and ending the connection with the identity provider. */
export const ownSignInRoutes: Resource = (app, services) => {
  const { config, db, now } = services

  app.get(path, { config: { requires: 'signed_in', answer: OwnSignInAnswer } }, async ({ subject }) => {
    const userId = subject.user?.id ?? 0
    const { oidc, ldap } = config.signIn
    const local = await hasPassword(services, userId)
    const mayUseCodes = local || (ldap !== undefined && (await identitiesOf(services, userId, 'ldap')) > 0)
    return {
      result: {
        has_password: local,
        second_factor: mayUseCodes ? await secondFactorOf(services, userId) : null,
        provider: oidc ? { name: oidc.name, is_connected: (await identitiesOf(services, userId, 'oidc')) > 0 } : null,
      },
    }
  })

  app.delete(`${path}provider`, { config: { requires: 'signed_in', answer: MessageAnswer } }, async (request) => {
    const userId = request.subject.user?.id ?? 0
    if ((await identitiesOf(services, userId, 'oidc')) === 0) throw notFound()
    if (!(await hasPassword(services, userId))) {
      const message =
        'You have no password, so you could not sign in any more. Ask an administrator for a link to set one.'
      throw new AppError('GENERIC_COMMAND_ERROR', 422, message)
    }
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('external_identities').where('user_id', '=', userId).where('provider', '=', 'oidc').execute()
      await recordChange(trx, authorOf(request, now()), 'disconnect', { kind: 'User', id: userId })
    })
    return { message: 'OK' }
  })
}

async function hasPassword({ db }: Services, userId: number): Promise<boolean> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return user != null && user.password_hash !== null
}

async function identitiesOf({ db }: Services, userId: number, provider: 'oidc' | 'ldap'): Promise<number> {
  const rows = await db
    .selectFrom('external_identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute()
  return rows.length
}

async function secondFactorOf({ db }: Services, userId: number): Promise<OwnSignIn['second_factor']> {
  return { is_on: await hasSecondFactor(db, userId), recovery_codes: await recoveryCodesLeft(db, userId) }
}
