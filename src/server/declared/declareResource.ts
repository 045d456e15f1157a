import { z } from 'zod'
import { ItemAnswer, ListAnswer, MessageAnswer, SavedAnswer } from '../../model/wire/answers.ts'
import { parseIds } from '../../model/wire/listQuery.ts'
import { authorOf, versionTag } from '../entities/changes.ts'
import { notFound } from '../entities/owners.ts'
import { namedLanguageOf } from '../language.ts'
import type { Collection } from '../listing/collection.ts'
import { rootsOf } from '../listing/envelope.ts'
import { addFavouriteRoutes } from '../listing/favouriteRoutes.ts'
import { itemAnswer, knownColumns, listAnswer, readItemQuery, readQ } from '../listing/list.ts'
import { addReadRoutes, idParams, qParam } from '../listing/readRoutes.ts'
import type { App, Policy, Resource } from '../resource.ts'
import type { Services } from '../services.ts'
import type { Row, TableName } from '../storage/schema.ts'
import { addDeclaredBundle } from './bundle.ts'
import { collectionOf, columnOf, fieldOf } from './collection.ts'
import type { Declaration } from './declaration.ts'
import { formOf } from './forms.ts'
import { addModelForms } from './modelForms.ts'
import { createRow, deleteRows, seen, updateRow, type Who } from './write.ts'

/** A declaration with everything that its routes need. */
interface Made<Table extends TableName, Body extends object> {
  declared: Declaration<Table, Body>
  collection: Collection
  /** The permission that a call needs. */
  requires: (call: 'list' | 'item' | 'info' | 'create' | 'update' | 'delete' | 'export' | 'import') => Policy
  /** Schema of the ids in the address of the list, and of one row. */
  listParams: z.ZodType
  itemParams: z.ZodType
}

/** The resource of a declaration: all its routes, its permissions and its menu entry. Throws if names do not match. */
export function declareResource<Table extends TableName, Body extends object>(
  declared: Declaration<Table, Body>,
): Resource {
  const made = makeOf(declared)
  const addRoutes = (app: App, services: Services) => {
    if (declared.isOn && !declared.isOn(services)) return
    addReading(app, services, made)
    addWriting(app, services, made)
    if (declared.isDeletable) addDeleting(app, services, made)
    const { path, view, favourites, bundle, modelForms, more } = declared
    if (favourites)
      addFavouriteRoutes(app, services, {
        path,
        view,
        collection: made.collection,
        className: favourites,
        flag: declared.flag,
      })
    if (bundle) {
      const rights = { mayExport: made.requires('export'), mayImport: made.requires('import') }
      addDeclaredBundle(app, services, { declared, ...rights })
    }
    if (modelForms) {
      const whoOfRequest = (request: Place) => whoOf(services, declared, request)
      addModelForms(app, services, { ...made, forms: modelForms, whoOf: whoOfRequest })
    }
    more?.(app, services)
  }
  const menu = declared.menu && { flag: declared.flag, ...declared.menu }
  return Object.assign(addRoutes, { permissions: declared.permissions, menu })
}

const usualNames = {
  list: 'can_read',
  item: 'can_read',
  info: 'can_read',
  create: 'can_write',
  update: 'can_write',
  delete: 'can_write',
  export: 'can_export',
  import: 'can_write',
}

function makeOf<Table extends TableName, Body extends object>(declared: Declaration<Table, Body>): Made<Table, Body> {
  const { view, parent, requires, show = [] } = declared
  for (const name of [...show, ...(declared.distinct ?? [])]) fieldOf(declared, name)
  for (const body of [declared.create, declared.update]) {
    if (!(body instanceof z.ZodObject) || declared.rules?.values) continue
    for (const name of Object.keys(body.shape as object)) fieldOf(declared, name)
  }
  checkReferences(declared)
  if (declared.bundle && (declared.isPlainTable || parent || !declared.create))
    throw new Error(`${declared.title} cannot be imported: rows need a uuid, no parent, and \`create\``)
  const params = parent ? { [parent.param]: idParams.shape.id } : {}
  return {
    declared,
    collection: collectionOf(declared),
    requires: (call) => `${requires?.[call] ?? usualNames[call]}:${view}`,
    listParams: z.object(params),
    itemParams: z.object({ ...params, id: idParams.shape.id }),
  }
}

/** Ids in a body are checked: otherwise a user could refer to rows that do not exist or are hidden from the user. */
function checkReferences<Table extends TableName, Body extends object>({
  title,
  fields,
  create,
  update,
}: Declaration<Table, Body>): void {
  for (const body of [create, update]) {
    if (!(body instanceof z.ZodObject)) continue
    for (const name of Object.keys(body.shape as object)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if ((field?.type === 'toOne' || field?.type === 'toMany') && !field.missing)
        throw new Error(`${title}.${name} needs \`missing\`: it is written by id`)
    }
  }
}

/** The names of all permissions of a resource; `_info` returns those that the user has. */
function permissionNames<Table extends TableName, Body extends object>({ declared, requires }: Made<Table, Body>) {
  const { bundle, create, update, isDeletable } = declared
  const calls = [
    ...(bundle ? (['export'] as const) : []),
    ...(create ? (['create'] as const) : []),
    ...(update ? (['update'] as const) : []),
    ...(isDeletable ? (['delete'] as const) : []),
    'list' as const,
    'item' as const,
    'info' as const,
  ]
  return [...new Set(calls.map((call) => requires(call).split(':')[0] as string))]
}

interface Place {
  subject: Who<never, never>['subject']
  ip: string
  params: unknown
}

function addReading<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  made: Made<Table, Body>,
): void {
  const { declared, requires, listParams } = made
  const { path, view, title, table, fields, isBare, distinct, row, flag } = declared
  const requiresNames = { list: requires('list').split(':')[0], info: requires('info').split(':')[0] }
  if (isBare) {
    const options = {
      config: { requires: requires('list'), flag, answer: ListAnswer(row) },
      schema: { params: listParams, querystring: qParam },
    }
    app.get(`${path}/`, options, async (request) => {
      const answer = await listAnswer(services, listedFor(made, request), request.subject, {
        q: request.query.q,
        language: namedLanguageOf(services, request),
      })
      return { count: answer['count'], ids: answer['ids'], result: answer['result'] }
    })
  } else {
    const { collection } = made
    addReadRoutes(app, services, {
      path,
      view,
      collection,
      permissions: permissionNames(made),
      forms:
        declared.forms ??
        (() => ({ add: formOf(declared.create, declared.invalid), edit: formOf(declared.update, declared.invalid) })),
      related: declared.related ?? [],
      distinct:
        distinct &&
        Object.fromEntries(
          // columns of text, as `makeOf` checked
          distinct.map((name) => [name, columnOf(table, name, fields[name] as { type: string })]),
        ),
      requires: requiresNames,
      flag,
      row,
      hasNoInfo: declared.hasNoInfo,
    })
  }
  if (declared.show) addItem(app, services, made, title, declared.show)
}

function addItem<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  made: Made<Table, Body>,
  title: string,
  show: readonly string[],
): void {
  const { declared, requires, itemParams } = made
  const options = {
    config: { requires: requires('item'), flag: declared.flag, answer: ItemAnswer(declared.row) },
    schema: { params: itemParams, querystring: qParam },
  }
  app.get(`${declared.path}/:id`, options, async (request, reply) => {
    const { subject, params } = request
    const { id } = params as { id: number }
    const q = readItemQuery(request.query.q)
    const { db, now } = services
    const listed = listedFor(made, request)
    const isThere = await db
      // Every listed table has an id; the union of their types guarantees no more than that.
      .selectFrom(listed.table as 'charts')
      .select('id')
      .where('id', '=', id)
      .where(listed.visible(services, subject))
      .executeTakeFirst()
    const wanted = rootsOf(knownColumns(q.columns, show, declared.laterColumns))
    const row = isThere && (await listed.load([id], { db, subject, now: now(), wanted })).get(id)
    if (!row) throw notFound()
    if (typeof row['version'] === 'number') reply.header('etag', versionTag(row['version']))
    const answer = itemAnswer(title, show, id, row, q, declared.laterColumns)
    return declared.isBare ? { id, result: answer['result'] } : answer
  })
}

/** The list of the rows of one parent, if rows have one. */
function listedFor<Table extends TableName, Body extends object>(
  { declared, collection }: Made<Table, Body>,
  request: Place,
): Collection {
  if (!declared.parent) return collection
  const parent = parentOf(declared, request)
  return { ...collection, visible: (_services, subject) => seen(declared, subject, parent) }
}

function parentOf<Table extends TableName, Body extends object>(
  { parent }: Declaration<Table, Body>,
  { params }: Place,
): number | undefined {
  return parent && (params as Record<string, number>)[parent.param]
}

const whoOf = <Table extends TableName, Body extends object>(
  services: Services,
  declared: Declaration<Table, Body>,
  request: Place,
): Who<Row<Table>, Partial<Body>> => ({
  subject: request.subject,
  author: authorOf(request, services.now()),
  parent: parentOf(declared, request),
})

function addWriting<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  made: Made<Table, Body>,
): void {
  const { declared, requires, listParams, itemParams } = made
  const { path, create, update, answers, invalid, flag } = declared
  const usual = ({ id, body }: { id: number; body: unknown }) => ({ id, result: body })
  if (create) {
    const answer = answers?.create?.schema ?? SavedAnswer
    const config = { requires: requires('create'), flag, invalid, answer, statuses: [201] as const }
    app.post(`${path}/`, { config, schema: { params: listParams, body: create } }, async (request, reply) => {
      // validated by the schema, whose type is generic here
      const body = request.body as Body
      const written = await createRow(services, declared, whoOf(services, declared, request), body)
      reply.code(201)
      return answers?.create ? answers.create.of(written) : usual(written)
    })
  }
  if (update) {
    const config = { requires: requires('update'), flag, invalid, answer: answers?.update?.schema ?? SavedAnswer }
    app.put(`${path}/:id`, { config, schema: { params: itemParams, body: update } }, async (request, reply) => {
      const who = whoOf(services, declared, request)
      const { id } = request.params as { id: number }
      const body = request.body as Partial<Body>
      const written = await updateRow(services, declared, who, id, body, request.headers['if-match'])
      const { version } = written.row as { version?: number }
      if (version !== undefined) reply.header('etag', versionTag(version))
      return answers?.update ? answers.update.of(written) : usual(written)
    })
  }
}

function addDeleting<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  made: Made<Table, Body>,
): void {
  const { declared, requires, listParams, itemParams } = made
  const { path, names, flag } = declared
  const config = { requires: requires('delete'), flag, answer: MessageAnswer }
  app.delete(`${path}/:id`, { config, schema: { params: itemParams } }, async (request) => {
    await deleteRows(services, declared, whoOf(services, declared, request), [(request.params as { id: number }).id])
    return { message: 'OK' }
  })
  app.delete(`${path}/`, { config, schema: { params: listParams, querystring: qParam } }, async (request) => {
    const ids = [...new Set(readQ(request.query.q, parseIds))]
    if (ids.length === 0) throw notFound()
    await deleteRows(services, declared, whoOf(services, declared, request), ids)
    return { message: `Deleted ${ids.length} ${ids.length === 1 ? names.one : names.many}` }
  })
}
