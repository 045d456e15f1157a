import { AppError } from '../../../model/errors/errors.ts'
import { ConfirmCode, GivePassword, RecoveryCodesAnswer, SecondFactorAnswer } from '../../../model/people/ownSignIn.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import {
  beginSecondFactor,
  checkCode,
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
} from '../../access/secondFactor.ts'
import { checkPassword } from '../../access/signIn.ts'
import type { SubjectUser } from '../../access/subject.ts'
import { authorOf, recordChange } from '../../entities/changes.ts'
import { forbidden, notFound } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const path = '/api/v1/me/second_factor/'
const wrongCode = () =>
  new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'The code is wrong.', { fields: { code: ['The code is wrong.'] } })

/** Codes of an app as a second factor: the caller's own, and removing those of other users for administrators. */
export const secondFactorRoutes: Resource = (app, services) => {
  const { db, now } = services

  app.post(
    path,
    { config: { requires: 'signed_in', answer: SecondFactorAnswer }, schema: { body: GivePassword } },
    async (request) => {
      const user = await confirmed(services, request, request.body.password)
      if (await hasSecondFactor(db, user.id))
        throw new AppError('GENERIC_COMMAND_ERROR', 422, 'The second factor is on. Switch it off first.')
      return { result: await beginSecondFactor(services, user) }
    },
  )

  app.post(
    `${path}confirm`,
    { config: { requires: 'signed_in', answer: RecoveryCodesAnswer }, schema: { body: ConfirmCode } },
    async (request) => {
      const { user } = request.subject
      const codes = user && (await confirmSecondFactor(services, user.id, request.body.code.replaceAll(/\s/g, '')))
      if (!user || !codes) throw wrongCode()
      await recordChange(db, authorOf(request, now()), 'second_factor_on', { kind: 'User', id: user.id })
      return { result: codes }
    },
  )

  app.post(
    `${path}remove`,
    {
      config: { requires: 'signed_in', answer: MessageAnswer },
      schema: { body: GivePassword.extend(ConfirmCode.shape) },
    },
    async (request) => {
      const user = await confirmed(services, request, request.body.password)
      if (!(await hasSecondFactor(db, user.id))) throw notFound()
      if (!(await checkCode(services, request, user.id, request.body.code))) throw wrongCode()
      await db.transaction().execute(async (trx) => {
        await removeSecondFactor(trx, user.id)
        await recordChange(trx, authorOf(request, now()), 'second_factor_off', { kind: 'User', id: user.id })
      })
      return { message: 'OK' }
    },
  )

  app.delete(
    '/api/v1/security/users/:id/second_factor',
    { config: { requires: 'can_put:User', answer: MessageAnswer }, schema: { params: idParams } },
    async (request) => {
      if (!request.subject.isAdmin) throw forbidden()
      const { id } = request.params
      if (!(await hasSecondFactor(db, id)))
        throw new AppError('GENERIC_COMMAND_ERROR', 422, 'This user has no second factor.')
      await db.transaction().execute(async (trx) => {
        await removeSecondFactor(trx, id)
        await recordChange(trx, authorOf(request, now()), 'second_factor_off', { kind: 'User', id })
      })
      return { message: 'OK' }
    },
  )
}

/** The caller, who has entered the password again: a stolen session must not change how the user signs in. */
async function confirmed(
  services: Services,
  request: Parameters<typeof checkPassword>[1],
  password: string,
): Promise<SubjectUser> {
  const { user } = request.subject
  if (user && (await checkPassword(services, request, user.username, password)) === user.id) return user
  const message = 'The password is wrong.'
  throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, message, { fields: { password: [message] } })
}
