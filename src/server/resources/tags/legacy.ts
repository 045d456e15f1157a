import { z } from 'zod'
import { isTaggedType, TaggedObject, TagNames } from '../../../model/dashboard/tag.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { authorOf } from '../../entities/changes.ts'
import { notFound } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import { flag, typesOf } from './routes.ts'
import { addTags, findTagged, mayTag, mustSee, removeTags, type Tagged } from './taggedObjects.ts'

const objectParams = z.object({ type: z.string(), id: idParams.shape.id })
const NamedTags = z.array(z.strictObject({ id: z.int(), name: z.string() }))
const findQuery = z.object({ tags: z.string().optional(), types: z.string().optional() })

/** The body of these calls is a list, not an object. */
function namesOf(body: unknown): string[] {
  const parsed = TagNames.safeParse(body)
  if (!parsed.success)
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'The body must be a list of names without commas.')
  return parsed.data
}

/** Tags at the addresses of old versions. */
export const legacyTagRoutes: Resource = (app, services) => {
  const { db, now } = services
  const path = '/tagview/tags/:type/:id/'
  const objectOf = ({ type, id }: z.output<typeof objectParams>): Tagged => {
    if (!isTaggedType(type)) throw notFound()
    return { type, id }
  }

  app.get(
    '/tagview/tags/suggestions/',
    { config: { requires: 'can_suggestions:TagView', flag, errors: 'C', answer: NamedTags } },
    () => db.selectFrom('tags').select(['id', 'name']).where('type', '=', 'custom').orderBy('id').execute(),
  )

  app.get(
    path,
    { config: { requires: 'can_get:TagView', flag, errors: 'C', answer: NamedTags }, schema: { params: objectParams } },
    async ({ subject, params }) => {
      const { type, id } = objectOf(params)
      await mustSee(db, subject, { type, id })
      return db
        .selectFrom('tags')
        .innerJoin('tagged_objects', 'tagged_objects.tag_id', 'tags.id')
        .select(['tags.id', 'tags.name'])
        .where('object_type', '=', type)
        .where('object_id', '=', id)
        .orderBy('tags.id')
        .execute()
    },
  )

  app.post(
    path,
    {
      config: { requires: 'can_post:TagView', flag, errors: 'C' },
      schema: { params: objectParams },
    },
    async (request, reply) => {
      const object = objectOf(request.params)
      await mayTag(services, request.subject, object)
      await db.transaction().execute((trx) => addTags(trx, authorOf(request, now()), object, namesOf(request.body)))
      return reply.code(201).type('text/html; charset=utf-8').send('')
    },
  )

  app.delete(
    path,
    {
      config: { requires: 'can_delete:TagView', flag, errors: 'C' },
      schema: { params: objectParams },
    },
    async ({ subject, params, body }, reply) => {
      const object = objectOf(params)
      await mayTag(services, subject, object)
      await removeTags(db, object, namesOf(body))
      return reply.code(204).send()
    },
  )

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/tagview/tagged_objects/',
      config: {
        requires: 'can_tagged_objects:TagView',
        flag,
        errors: 'C',
        safe: true,
        accepts: 'any',
        answer: z.array(TaggedObject),
      },
      schema: { querystring: findQuery },
      handler: async ({ subject, query }) => {
        const { tags, types } = query as z.output<typeof findQuery>
        const names = (tags ?? '').split(',').filter((name) => name !== '')
        const known =
          names.length === 0 ? undefined : await db.selectFrom('tags').select('id').where('name', 'in', names).execute()
        return findTagged(db, subject, { tagIds: known?.map(({ id }) => id), types: typesOf(types) })
      },
    })
  }
}
