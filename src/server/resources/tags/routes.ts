import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  ObjectTags,
  TagForm,
  TaggedManyAnswer,
  TaggedObject,
  type TaggedType,
  TagRow,
  TagsForm,
  taggedTypeOf,
  taggedTypes,
  tagTypes,
} from '../../../model/dashboard/tag.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { maxId } from '../../../model/wire/fields.ts'
import { elapsed } from '../../../model/wire/wireTime.ts'
import type { Subject } from '../../access/subject.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { changeFields } from '../../declared/fields.ts'
import { type Author, authorOf, recordChange } from '../../entities/changes.ts'
import { forbidden, notFound, unprocessable } from '../../entities/owners.ts'
import { readQ } from '../../listing/list.ts'
import { idParams, qParam } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'
import {
  addTags,
  findTagged,
  mayTag,
  mustSee,
  objectsWithTag,
  removeTags,
  setObjects,
  type Tagged,
  visibility,
} from './taggedObjects.ts'

const path = '/api/v1/tag'
/** The feature flag without which the addresses of tags do not exist. */
export const flag = 'TAGGING_SYSTEM'

type Body = z.output<typeof TagForm>

const mayChange = (subject: Subject) =>
  subject.isAdmin ? sql<SqlBool>`1 = 1` : sql<SqlBool>`tags.created_by = ${subject.user?.id ?? 0}`

/** The objects of a form. @throws AppError 422 for a type without tags */
function objectsOf({ objects_to_tag: pairs }: Partial<Body>): Tagged[] | undefined {
  return pairs?.map(([type, id]) => {
    const known = taggedTypeOf(String(type))
    if (!known) throw unprocessable({ objects_to_tag: [`Objects of type ${type} have no tags`] })
    return { type: known, id }
  })
}

/** `/api/v1/tag`: names under which users find charts, dashboards, datasets and queries. */
export const tags = declareResource({
  path,
  table: 'tags',
  kind: 'Tag',
  view: 'Tag',
  title: 'Tag',
  names: { one: 'tag', many: 'tags' },
  permissions: [
    { view: 'Tag', names: 'can_read can_write can_bulk_create', roles: ['Alpha', 'Gamma'] },
    { view: 'Tags', names: 'menu_access', roles: ['Alpha', 'Gamma'] },
  ],
  flag,
  menu: {
    under: 'Manage',
    name: 'Tags',
    label: 'Tags',
    icon: 'fa-tags',
    url: '/superset/tags/',
  },
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', caseless: true, unique: 'Name must be unique' },
    type: {
      type: 'text',
      value: () => tagTypes.custom,
      custom: {
        custom_tag: { name: 'Custom tag', where: () => sql<SqlBool>`tags.type = 'custom'` },
      },
    },
    description: { type: 'text' },
    ...changeFields,
    created_on_delta_humanized: {
      type: 'time',
      column: 'created_on',
      value: (row, { now }) => elapsed(row.created_on, now),
    },
  },
  list: columns(),
  show: columns(),
  order: ['id', 'name', 'created_by.first_name', 'changed_by.first_name', 'changed_on_delta_humanized'],
  search: ['id', 'name', 'type', 'created_by', 'changed_by'],
  defaultOrder: 'id',
  related: ['created_by', 'changed_by'],
  row: TagRow,
  policy: { writable: mayChange },
  create: TagForm,
  update: TagForm.partial(),
  rules: {
    values: () => ({}),
    async judge(services, { body, subject, stored }) {
      const before = stored ? await objectsWithTag(services.db, stored.id) : []
      for (const object of objectsOf(body) ?? []) {
        if (!before.some(({ type, id }) => type === object.type && id === object.id))
          await mayTag(services, subject, object)
      }
      return {}
    },
    async written(trx, { id, body }, { subject }) {
      const objects = objectsOf(body)
      if (objects) await setObjects(trx, subject, id, objects)
    },
  },
  favourites: 'tag',
  more: (app, services) => {
    addDeleting(app, services)
    addObjects(app, services)
    addCreatingMany(app, services)
  },
})

function columns(): string[] {
  return [
    'id',
    'name',
    'type',
    'description',
    'changed_by.first_name',
    'changed_by.id',
    'changed_by.last_name',
    'changed_on_delta_humanized',
    'created_by.first_name',
    'created_by.id',
    'created_by.last_name',
    'created_on_delta_humanized',
  ]
}

const write = { requires: 'can_write:Tag', flag, answer: MessageAnswer } as const

/** A bulk delete names tags, not ids. */
function addDeleting(app: App, services: Services): void {
  const { db, now } = services

  async function deleteTags(subject: Subject, author: Author, wanted: readonly Row<'tags'>[]): Promise<void> {
    if (wanted.some((tag) => !subject.isAdmin && tag.created_by !== subject.user?.id)) throw forbidden()
    await db.transaction().execute(async (trx) => {
      const ids = wanted.map(({ id }) => id)
      await trx.deleteFrom('tags').where('id', 'in', ids).execute()
      for (const id of ids) await recordChange(trx, author, 'delete', { kind: 'Tag', id })
    })
  }

  app.delete(`${path}/`, { config: write, schema: { querystring: qParam } }, async (request) => {
    const names = readQ(request.query.q, parseNames)
    if (names.length === 0) throw notFound()
    const found = await db.selectFrom('tags').selectAll().where('name', 'in', names).execute()
    if (found.length < names.length) throw notFound()
    await deleteTags(request.subject, authorOf(request, now()), found)
    return { message: `Deleted ${names.length} ${names.length === 1 ? 'tag' : 'tags'}` }
  })

  app.delete(`${path}/:id`, { config: write, schema: { params: idParams } }, async (request) => {
    const found = await db.selectFrom('tags').selectAll().where('id', '=', request.params.id).execute()
    if (found.length === 0) throw notFound()
    await deleteTags(request.subject, authorOf(request, now()), found)
    return { message: 'OK' }
  })
}

/** A `q` that is a list of names. */
function parseNames(q: unknown): string[] {
  const parsed = z
    .array(z.union([z.string(), z.number()]).transform(String))
    .max(1000)
    .safeParse(q)
  if (!parsed.success)
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Not a valid rison schema: q must be a list of names')
  return [...new Set(parsed.data)]
}

const objectParams = z.object({ type: z.string(), objectId: idParams.shape.id })
const objectTagParams = objectParams.extend({ tag: z.string() })
const objectsQuery = z.object({
  tags: z.string().optional(),
  tagIds: z.string().optional(),
  types: z.string().optional(),
})
const ObjectsAnswer = z.strictObject({ result: z.array(TaggedObject) })

/** The types in a list of an address; all types without a list. */
export const typesOf = (list: string | undefined): TaggedType[] =>
  list
    ? list
        .split(',')
        .map(taggedTypeOf)
        .filter((type) => type !== undefined)
    : (Object.keys(taggedTypes) as TaggedType[])

function addObjects(app: App, services: Services): void {
  const { db, now } = services
  const objectOf = ({ type, objectId }: z.output<typeof objectParams>): Tagged => {
    const known = taggedTypeOf(type)
    if (!known) throw notFound()
    return { type: known, id: objectId }
  }

  app.get(
    `${path}/get_objects/`,
    { config: { requires: 'can_read:Tag', flag, answer: ObjectsAnswer }, schema: { querystring: objectsQuery } },
    async ({ subject, query }) => {
      const ids = (query.tagIds ?? '').split(',').filter((id) => /^\d{1,10}$/.test(id) && Number(id) <= maxId)
      const names = (query.tags ?? '').split(',').filter((name) => name !== '')
      const named =
        names.length === 0 ? [] : await db.selectFrom('tags').select('id').where('name', 'in', names).execute()
      const isAny = ids.length === 0 && names.length === 0
      const tagIds = isAny ? undefined : [...ids.map(Number), ...named.map(({ id }) => id)]
      return { result: await findTagged(db, subject, { tagIds, types: typesOf(query.types) }) }
    },
  )

  app.post(
    `${path}/:type/:objectId/`,
    { config: { ...write, statuses: [201] }, schema: { params: objectParams, body: ObjectTags } },
    async (request, reply) => {
      const object = objectOf(request.params)
      await mayTag(services, request.subject, object)
      const author = authorOf(request, now())
      await db.transaction().execute((trx) => addTags(trx, author, object, request.body.properties.tags))
      reply.code(201)
      return { message: 'OK' }
    },
  )

  app.delete(
    `${path}/:type/:objectId/:tag/`,
    { config: write, schema: { params: objectTagParams } },
    async ({ subject, params }) => {
      const object = objectOf(params)
      await mustSee(db, subject, object)
      await mayTag(services, subject, object)
      await removeTags(db, object, [params.tag])
      return { message: 'OK' }
    },
  )
}

/** Tags many objects at once. Objects that the user may not change are skipped. */
function addCreatingMany(app: App, services: Services): void {
  app.post(
    `${path}/bulk_create`,
    { config: { requires: 'can_bulk_create:Tag', flag, answer: TaggedManyAnswer }, schema: { body: TagsForm } },
    async (request) => {
      const author = authorOf(request, services.now())
      const tagged: Tagged[] = []
      const skipped: Tagged[] = []
      for (const form of request.body.tags) {
        const objects = objectsOf(form) ?? []
        const isVisible = await visibility(services.db, request.subject, objects)
        for (const object of objects) {
          const isAllowed = isVisible(object) && (await isTaggable(services, request.subject, object))
          if (!isAllowed) {
            skipped.push(object)
            continue
          }
          await services.db.transaction().execute((trx) => addTags(trx, author, object, [form.name]))
          tagged.push(object)
        }
      }
      const pair = ({ type, id }: Tagged): [string, number] => [type, id]
      return { result: { objects_tagged: tagged.map(pair), objects_skipped: skipped.map(pair) } }
    },
  )
}

const isTaggable = (services: Services, subject: Subject, object: Tagged) =>
  mayTag(services, subject, object).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
