import multipart from '@fastify/multipart'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { IdAnswer } from '../../../model/wire/answers.ts'
import { flash } from '../../bootstrap.ts'
import { formFields } from '../../formFields.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'

const LONGEST_TEXT = 65_536

/** Texts that older clients store and share by their number, and the short addresses of old versions. */
export const keyValueRoutes: Resource = (app, services) => {
  const { db, now } = services

  void app.register(async (child: App) => {
    await child.register(multipart)
    child.post(
      '/kv/store/',
      {
        config: {
          requires: 'can_store:KV',
          flag: 'KV_STORE',
          errors: 'C',
          accepts: 'any',
          tokenInParts: true,
          body: z.object({ data: z.string().max(LONGEST_TEXT) }),
          answer: IdAnswer,
        },
      },
      async (request) => {
        const { data } = await formFields(services, request)
        if (typeof data !== 'string' || data.length > LONGEST_TEXT)
          throw new AppError('GENERIC_BACKEND_ERROR', 400, `The field data must be a text of at most ${LONGEST_TEXT}.`)
        return db
          .insertInto('stored_texts')
          .values({ value: data, created_on: now(), created_by: request.subject.user?.id ?? null })
          .returning('id')
          .executeTakeFirstOrThrow()
      },
    )
  })

  app.get(
    '/kv/:id/',
    { config: { requires: 'can_get_value:KV', flag: 'KV_STORE', errors: 'C' }, schema: { params: idParams } },
    async ({ params }, reply) => {
      const row = await db.selectFrom('stored_texts').select('value').where('id', '=', params.id).executeTakeFirst()
      return reply
        .code(row ? 200 : 404)
        .type('text/plain; charset=utf-8')
        .send(row?.value ?? '')
    },
  )

  // versions before the contract's created such addresses; none can exist here
  app.get('/r/:id', { config: { requires: 'signed_in', page: true } }, async (_request, reply) => {
    flash(services, reply, ['danger', 'This short address does not exist.'])
    return reply.redirect('/', 302)
  })
}
