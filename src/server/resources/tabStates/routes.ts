import multipart from '@fastify/multipart'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { TabAnswer } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { IdAnswer } from '../../../model/wire/answers.ts'
import { isRecord, parseJson } from '../../../model/wire/json.ts'
import type { Subject } from '../../access/subject.ts'
import { DeniedError } from '../../errors.ts'
import { formFields } from '../../formFields.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { tabAnswer } from '../../sqlLab/tabs.ts'
import type { Db, NewRow, Row, RowUpdate } from '../../storage/schema.ts'

/** Maximum characters of a tab's SQL, and of a table's description. */
const TEXT_LENGTH = 1_000_000
/** Maximum number of tabs of one user, and of tables of one tab. */
const MOST = 500

const id = z.int().positive()
const label = z.string().max(256)
const words = z.string().max(256)
const longText = z.string().max(TEXT_LENGTH)

/** A new tab; `name` and `title` are its label in different versions of the client. */
const NewTab = z.object({
  dbId: id.nullish(),
  name: label.nullish(),
  title: label.nullish(),
  catalog: words.nullish(),
  schema: words.nullish(),
  sql: longText.nullish(),
  queryLimit: z.int().nullish(),
  autorun: z.boolean().nullish(),
  templateParams: longText.nullish(),
  hideLeftBar: z.boolean().nullish(),
  remoteId: id.nullish(),
})

/** The columns of a tab that a client may change. */
const ChangedTab = z.object({
  label: label.nullish(),
  database_id: id.nullish(),
  catalog: words.nullish(),
  schema: words.nullish(),
  sql: longText.nullish(),
  query_limit: z.int().nullish(),
  latest_query_id: words.nullish(),
  autorun: z.boolean().optional(),
  template_params: longText.nullish(),
  hide_left_bar: z.boolean().optional(),
  saved_query_id: id.nullish(),
  active: z.boolean().optional(),
})

const NewTable = z.looseObject({
  queryEditorId: z.union([id, z.string().regex(/^\d+$/).transform(Number)]),
  dbId: id,
  catalog: words.nullish(),
  schema: words.nullish(),
  name: z.string().min(1).max(256),
})

const invalid = (field: string) => new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, `Invalid value: ${field}`)

/** A field of a form, whose values are JSON texts. */
function fieldOf<T>(body: unknown, name: string, schema: z.ZodType<T>): T {
  const text = isRecord(body) ? body[name] : undefined
  const parsed = schema.safeParse(typeof text === 'string' ? jsonOf(text, name) : text)
  if (!parsed.success) throw invalid(name)
  return parsed.data
}

function jsonOf(text: string, name: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw invalid(name)
  }
}

/** A tab of another user, or one that does not exist. */
const denied = () => new DeniedError(403)

async function ownTab(db: Db, subject: Subject, tabId: number): Promise<Row<'tab_states'>> {
  const tab = await db.selectFrom('tab_states').selectAll().where('id', '=', tabId).executeTakeFirst()
  if (!tab || tab.user_id !== subject.user?.id) throw denied()
  return tab
}

async function ownTable(db: Db, subject: Subject, tableId: number): Promise<Row<'tab_table_schemas'>> {
  const table = await db.selectFrom('tab_table_schemas').selectAll().where('id', '=', tableId).executeTakeFirst()
  if (!table) throw denied()
  await ownTab(db, subject, table.tab_state_id)
  return table
}

/** Ids that a tab refers to must exist for the user. */
async function checkReferences(
  { db, access }: Pick<Services, 'db' | 'access'>,
  subject: Subject,
  { database_id, latest_query_id, saved_query_id }: RowUpdate<'tab_states'>,
): Promise<void> {
  const userId = subject.user?.id ?? 0
  if (database_id != null) {
    const visible = access.visible.databases(subject)
    const found = await db.selectFrom('databases').select('id').where('id', '=', database_id).where(visible).execute()
    if (found.length === 0) throw invalid('database_id')
  }
  if (latest_query_id != null) {
    const found = await db
      .selectFrom('queries')
      .select('id')
      .where('client_id', '=', latest_query_id)
      .where('user_id', '=', userId)
      .execute()
    if (found.length === 0) throw invalid('latest_query_id')
  }
  if (saved_query_id != null) {
    const found = await db
      .selectFrom('saved_queries')
      .select('id')
      .where('id', '=', saved_query_id)
      .where('created_by', '=', userId)
      .execute()
    if (found.length === 0) throw invalid('saved_query_id')
  }
}

/** Sets the active tab of its user. */
async function activate(db: Db, userId: number, tabId: number): Promise<void> {
  await db
    .updateTable('tab_states')
    .set({ active: sql<boolean>`(id = ${tabId})` })
    .where('user_id', '=', userId)
    .execute()
}

async function createTab(services: Services, subject: Subject, body: unknown): Promise<number> {
  const { db, now } = services
  const { user } = subject
  if (!user) throw denied()
  const given = fieldOf(body, 'queryEditor', NewTab)
  const tab: NewRow<'tab_states'> = {
    user_id: user.id,
    label: given.name ?? given.title ?? 'Untitled Query',
    database_id: given.dbId ?? null,
    catalog: given.catalog ?? null,
    schema: given.schema ?? null,
    sql: given.sql ?? 'SELECT ...',
    query_limit: given.queryLimit ?? null,
    latest_query_id: null,
    autorun: given.autorun ?? false,
    template_params: given.templateParams ?? null,
    hide_left_bar: given.hideLeftBar ?? false,
    saved_query_id: given.remoteId ?? null,
    created_on: now(),
    changed_on: now(),
  }
  await checkReferences(services, subject, tab)
  const { count } = await db
    .selectFrom('tab_states')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST) throw new AppError('GENERIC_COMMAND_ERROR', 400, `You can have at most ${MOST} tabs.`)
  return db.transaction().execute(async (trx) => {
    const { id: tabId } = await trx.insertInto('tab_states').values(tab).returning('id').executeTakeFirstOrThrow()
    await activate(trx, user.id, tabId)
    return tabId
  })
}

/** Values by column, each as JSON text; unknown columns are ignored. */
async function changeTab(services: Services, subject: Subject, tabId: number, body: unknown): Promise<void> {
  const { db, now } = services
  const tab = await ownTab(db, subject, tabId)
  const given: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(isRecord(body) ? body : {})) {
    if (name === 'csrf_token') continue
    given[name] = typeof text === 'string' ? jsonOf(text, name) : text
  }
  const parsed = ChangedTab.safeParse(given)
  if (!parsed.success) throw invalid(String(parsed.error.issues[0]?.path[0] ?? ''))
  const { active, ...change } = parsed.data
  await checkReferences(services, subject, change)
  await db
    .updateTable('tab_states')
    .set({ ...change, changed_on: now() })
    .where('id', '=', tab.id)
    .execute()
  if (active) await activate(db, tab.user_id, tab.id)
}

async function createTable(services: Services, subject: Subject, body: unknown): Promise<number> {
  const { db } = services
  const given = fieldOf(body, 'table', NewTable)
  const tab = await ownTab(db, subject, given.queryEditorId)
  await checkReferences(services, subject, { database_id: given.dbId })
  const place = {
    tab_state_id: tab.id,
    database_id: given.dbId,
    catalog: given.catalog ?? null,
    schema: given.schema ?? null,
    table_name: given.name,
  }
  const description = JSON.stringify(given)
  if (description.length > TEXT_LENGTH) throw invalid('table')
  return db.transaction().execute(async (trx) => {
    // a table that is opened again replaces its earlier entry
    await trx
      .deleteFrom('tab_table_schemas')
      .where('tab_state_id', '=', tab.id)
      .where('database_id', '=', place.database_id)
      .where('catalog', 'is not distinct from', place.catalog)
      .where('schema', 'is not distinct from', place.schema)
      .where('table_name', '=', place.table_name)
      .execute()
    const { id: tableId } = await trx
      .insertInto('tab_table_schemas')
      .values({ ...place, description, expanded: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    return tableId
  })
}

/** `/tabstateview/` and `/tableschemaview/`: the tabs of a user's editor, and the tables that they show. */
export const tabStateRoutes: Resource = (root, services) => {
  // forms are multipart in some versions of the client
  void root.register(async (app: App) => {
    await app.register(multipart)
    addRoutes(app, services)
  })
}

function addRoutes(app: App, services: Services): void {
  const { db, now } = services
  const of = (requires: `${string}:${string}`) => ({ requires, errors: 'C', accepts: 'any' }) as const
  const form = (requires: `${string}:${string}`) => ({ ...of(requires), tokenInParts: true }) as const
  const one = { params: idParams }

  app.post('/tabstateview/', { config: { ...form('can_post:TabStateView'), answer: IdAnswer } }, async (request) => ({
    id: await createTab(services, request.subject, await formFields(services, request)),
  }))

  app.get(
    '/tabstateview/:id',
    { config: { ...of('can_get:TabStateView'), answer: TabAnswer }, schema: one },
    async ({ subject, params }) => tabAnswer(db, await ownTab(db, subject, params.id)),
  )

  app.put('/tabstateview/:id', { config: form('can_put:TabStateView'), schema: one }, async (request, reply) => {
    const { subject, params } = request
    await changeTab(services, subject, params.id, await formFields(services, request))
    return reply.type('application/json').send(JSON.stringify(params.id))
  })

  app.delete(
    '/tabstateview/:id',
    { config: of('can_delete:TabStateView'), schema: one },
    async ({ subject, params }, reply) => {
      const tab = await ownTab(db, subject, params.id)
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('tab_states').where('id', '=', tab.id).execute()
        const next = await trx
          .selectFrom('tab_states')
          .select('id')
          .where('user_id', '=', tab.user_id)
          .orderBy('id', 'desc')
          .executeTakeFirst()
        if (tab.active && next) await activate(trx, tab.user_id, next.id)
      })
      return reply.type('application/json').send('"OK"')
    },
  )

  app.post(
    '/tabstateview/:id/activate',
    { config: of('can_activate:TabStateView'), schema: one },
    async ({ subject, params }, reply) => {
      const known = await db.selectFrom('tab_states').select('id').where('id', '=', params.id).executeTakeFirst()
      if (!known) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
      const tab = await ownTab(db, subject, params.id)
      await activate(db, tab.user_id, tab.id)
      return reply.type('application/json').send(JSON.stringify(tab.id))
    },
  )

  app.post(
    '/tabstateview/:id/migrate_query',
    { config: form('can_migrate_query:TabStateView'), schema: one },
    async (request, reply) => {
      const { subject, params } = request
      const tab = await ownTab(db, subject, params.id)
      const clientId = fieldOf(await formFields(services, request), 'queryId', z.string().max(64))
      await db
        .updateTable('queries')
        .set({ sql_editor_id: String(tab.id), changed_on: now() })
        .where('client_id', '=', clientId)
        .where('user_id', '=', tab.user_id)
        .execute()
      return reply.type('application/json').send(JSON.stringify(tab.id))
    },
  )

  app.delete(
    '/tabstateview/:id/query/:clientId',
    {
      config: of('can_delete_query:TabStateView'),
      schema: { params: idParams.extend({ clientId: z.string().max(64) }) },
    },
    async ({ subject, params }, reply) => {
      const tab = await ownTab(db, subject, params.id)
      await db
        .deleteFrom('queries')
        .where('client_id', '=', params.clientId)
        .where('user_id', '=', tab.user_id)
        .where('sql_editor_id', '=', String(tab.id))
        .execute()
      return reply.type('application/json').send('"OK"')
    },
  )

  app.post(
    '/tableschemaview/',
    { config: { ...form('can_post:TableSchemaView'), answer: IdAnswer } },
    async (request) => ({
      id: await createTable(services, request.subject, await formFields(services, request)),
    }),
  )

  app.delete(
    '/tableschemaview/:id',
    { config: of('can_delete:TableSchemaView'), schema: one },
    async ({ subject, params }, reply) => {
      const table = await ownTable(db, subject, params.id)
      await db.deleteFrom('tab_table_schemas').where('id', '=', table.id).execute()
      return reply.type('application/json').send('"OK"')
    },
  )

  app.post(
    '/tableschemaview/:id/expanded',
    { config: form('can_expanded:TableSchemaView'), schema: one },
    async (request) => {
      const { subject, params } = request
      const table = await ownTable(db, subject, params.id)
      const expanded = fieldOf(await formFields(services, request), 'expanded', z.boolean())
      await db.updateTable('tab_table_schemas').set({ expanded }).where('id', '=', table.id).execute()
      return { id: table.id, expanded }
    },
  )
}
