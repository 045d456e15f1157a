import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { ApiKeyCreatedAnswer, ApiKeyForm, ApiKeyListAnswer, type ApiKeyRow } from '../../../model/people/apiKey.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { createApiKey } from '../../access/apiKeys.ts'
import { authorOf, recordChange } from '../../entities/changes.ts'
import { forbidden, notFound, unprocessable } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'

const own = '/api/v1/me/api_keys/'
const ofUser = '/api/v1/security/users/:id/api_keys/'
const keyParams = z.object({ id: idParams.shape.id, keyId: idParams.shape.id })

/** Maximum number of keys: enough for every program of a user. */
const MOST_KEYS = 50
const dayMs = 86_400_000

/** Keys of the caller, and of other users for administrators. Keys themselves cannot use these routes. */
export const apiKeyRoutes: Resource = (app, services) => {
  const { db, now, config } = services

  app.get(own, { config: { requires: 'signed_in', answer: ApiKeyListAnswer } }, ({ subject }) =>
    listKeys(services, subject.user?.id ?? 0),
  )

  app.post(
    own,
    { config: { requires: 'signed_in', answer: ApiKeyCreatedAnswer, statuses: [201] }, schema: { body: ApiKeyForm } },
    async (request, reply) => {
      const userId = request.subject.user?.id ?? 0
      const { name, scope, days } = request.body
      if (config.apiKeyDays === 0) throw forbidden('This server has no API keys.')
      if (days > config.apiKeyDays) throw unprocessable({ days: [`At most ${config.apiKeyDays} days.`] })
      const author = authorOf(request, now())
      const created = await db.transaction().execute(async (trx) => {
        const keys = await trx.selectFrom('api_keys').select('name').where('user_id', '=', userId).execute()
        if (keys.length >= MOST_KEYS) {
          throw new AppError('GENERIC_COMMAND_ERROR', 422, `You have ${MOST_KEYS} keys. Revoke one of them first.`)
        }
        if (keys.some((key) => key.name === name)) throw unprocessable({ name: ['You have a key with this name.'] })
        const expiresOn = author.now + days * dayMs
        const { id, key } = await createApiKey(trx, { userId, name, scope, expiresOn }, author.now)
        const details = { name, scope, days, user: userId }
        await recordChange(trx, author, 'create', { kind: 'ApiKey', id }, details)
        const row = await trx.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        return { id, key, result: rowOf(row, author.now) }
      })
      return reply.code(201).send(created)
    },
  )

  app.delete(
    `${own}:id`,
    { config: { requires: 'signed_in', answer: MessageAnswer }, schema: { params: idParams } },
    async (request) => {
      await revoke(services, request, request.subject.user?.id ?? 0, request.params.id)
      return { message: 'OK' }
    },
  )

  app.get(
    ofUser,
    { config: { requires: 'can_get:User', answer: ApiKeyListAnswer }, schema: { params: idParams } },
    async ({ subject, params }) => {
      if (!subject.isAdmin) throw forbidden()
      const user = await db.selectFrom('users').select('id').where('id', '=', params.id).executeTakeFirst()
      if (!user) throw notFound()
      return listKeys(services, user.id)
    },
  )

  app.delete(
    `${ofUser}:keyId`,
    { config: { requires: 'can_put:User', answer: MessageAnswer }, schema: { params: keyParams } },
    async (request) => {
      if (!request.subject.isAdmin) throw forbidden()
      await revoke(services, request, request.params.id, request.params.keyId)
      return { message: 'OK' }
    },
  )
}

async function listKeys({ db, now, config }: Services, userId: number): Promise<ApiKeyListAnswer> {
  const rows = await db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
  return { result: rows.map((row) => rowOf(row, now())), max_days: config.apiKeyDays }
}

async function revoke(
  { db, now }: Services,
  request: Parameters<typeof authorOf>[0],
  userId: number,
  id: number,
): Promise<void> {
  const author = authorOf(request, now())
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('api_keys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw notFound()
    await recordChange(trx, author, 'revoke', { kind: 'ApiKey', id }, { name: gone.name, user: userId })
  })
}

const rowOf = (row: Row<'api_keys'>, now: number): ApiKeyRow => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scope: row.scope,
  created_on: isoTime(row.created_on),
  expires_on: isoTime(row.expires_on),
  is_expired: now >= row.expires_on,
  last_used_on: row.used_on === null ? null : isoTime(row.used_on),
  last_used_from: row.used_from,
})
