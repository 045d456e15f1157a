import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { has } from '../access/subject.ts'
import { notFound } from '../entities/owners.ts'
import type { Collection } from '../listing/collection.ts'
import { labelsOf } from '../listing/envelope.ts'
import {
  addedRow,
  changedRow,
  deleteConfig,
  deletedRow,
  formConfig,
  inOneSentence,
  ModelChoices,
  ModelItem,
  modelItem,
  readModelForm,
} from '../listing/modelForms.ts'
import { idParams } from '../listing/readRoutes.ts'
import type { App } from '../resource.ts'
import type { Services } from '../services.ts'
import type { Row, TableName } from '../storage/schema.ts'
import { everything } from './collection.ts'
import type { Declaration, ModelFormsDeclaration, ToManyField, ToOneField } from './declaration.ts'
import { createRow, deleteRows, updateRow, type Who } from './write.ts'

const verbs = ['add', 'delete', 'edit', 'show'] as const

const Description = z.strictObject({
  ...Object.fromEntries(verbs.map((verb) => [`can_${verb}`, z.boolean()])),
  api_urls: z.record(z.string(), z.string()),
  label_columns: z.record(z.string(), z.string()),
  list_columns: z.array(z.string()),
  modelview_name: z.string(),
  modelview_urls: z.record(z.string(), z.string()),
})

interface Given<Table extends TableName, Body extends object> {
  declared: Declaration<Table, Body>
  forms: ModelFormsDeclaration
  collection: Collection
  whoOf: (request: FastifyRequest) => Who<Row<Table>, Partial<Body>>
}

/** The calls of very old clients on single rows. They follow the same rules and policy as the REST API. */
export function addModelForms<Table extends TableName, Body extends object>(
  root: App,
  services: Services,
  given: Given<Table, Body>,
): void {
  addReading(root, services, given)
  void root.register(async (app: App) => {
    await app.register(multipart)
    addWriting(app, services, given)
  })
}

type Values = Record<string, unknown>

function addReading<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  { declared, forms, collection }: Given<Table, Body>,
): void {
  const { path, name, view, columns, labelled, labels } = forms
  const config = (verb: 'list' | 'show') =>
    ({ requires: `can_${verb}:${view}`, ...(declared.flag ? { flag: declared.flag } : {}), errors: 'C' }) as const
  const page = path.replace(/\/api$/, '')

  app.get(path, { config: { ...config('list'), answer: Description } }, async ({ subject }) => ({
    ...Object.fromEntries(verbs.map((verb) => [`can_${verb}`, has(subject, `can_${verb}:${view}`)])),
    api_urls: Object.fromEntries(
      ['create', 'delete', 'get', 'read', 'update'].map((call) => [
        call,
        call === 'create' || call === 'read' ? `${path}/${call}` : `${path}/${call}/`,
      ]),
    ),
    label_columns: { ...labelsOf(labelled), ...labels },
    list_columns: [...columns],
    modelview_name: name,
    modelview_urls: { add: `${page}/add`, edit: `${page}/edit/`, show: `${page}/show/` },
  }))

  app.get(
    `${path}/get/:id`,
    { config: { ...config('show'), answer: ModelItem }, schema: { params: idParams } },
    async ({ subject, params: { id } }) =>
      modelItem(forms, id, await readRow(services, { declared, forms, collection }, subject, id)),
  )

  app.get(`${path}/readvalues`, { config: { ...config('list'), answer: ModelChoices } }, async ({ subject }) =>
    choicesOf(services, subject, {
      to: declared.table,
      columns: [columns[0] ?? 'id'],
      visible: (reader) => collection.visible(services, reader),
    }),
  )

  for (const form of ['add', 'edit'])
    app.get(
      `${path}/column/${form}/:column`,
      { config: { ...config('list'), answer: ModelChoices }, schema: { params: z.object({ column: z.string() }) } },
      async ({ subject, params: { column } }) => {
        const field = Object.hasOwn(declared.fields, column) ? declared.fields[column] : undefined
        if (!columns.includes(column) || (field?.type !== 'toMany' && field?.type !== 'toOne')) throw notFound()
        return choicesOf(services, subject, field)
      },
    )
}

function addWriting<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  given: Given<Table, Body>,
): void {
  const { declared, forms, collection, whoOf } = given
  const { path, view } = forms
  const policy = (verb: 'add' | 'edit' | 'delete') =>
    ({ ...(declared.flag ? { flag: declared.flag } : {}), requires: `can_${verb}:${view}` }) as const
  const config = (verb: 'add' | 'edit') => ({ ...formConfig, ...policy(verb) }) as const
  const { create, update, fields } = declared
  if (!(create instanceof z.ZodObject) || !(update instanceof z.ZodObject))
    throw new Error(`${declared.title} has no bodies that a form can fill`)
  const lists = Object.keys(fields).filter((name) => fields[name]?.type === 'toMany')
  const item = async (request: FastifyRequest, id: number) => ({
    ...(await readRow(services, { declared, forms, collection }, request.subject, id)),
    id,
  })

  app.post(`${path}/create`, { config: config('add') }, async (request) => {
    // validated by the schema of this body, whose type is generic here
    const body = (await readModelForm(services, request, create, lists)) as Body
    const { id } = await inOneSentence(createRow(services, declared, whoOf(request), body))
    return addedRow(await item(request, id))
  })

  app.put(`${path}/update/:id`, { config: config('edit'), schema: { params: idParams } }, async (request) => {
    const body = (await readModelForm(services, request, update, lists)) as Partial<Body>
    const { id } = request.params
    await inOneSentence(updateRow(services, declared, whoOf(request), id, body, request.headers['if-match']))
    return changedRow(await item(request, id))
  })

  app.delete(
    `${path}/delete/:id`,
    { config: { ...deleteConfig, ...policy('delete') }, schema: { params: idParams } },
    async (request) => {
      await deleteRows(services, declared, whoOf(request), [request.params.id])
      return deletedRow
    },
  )
}

/** The columns of a row. Related rows are shown by their names. */
async function readRow<Table extends TableName, Body extends object>(
  services: Services,
  { declared, forms: { columns }, collection }: Omit<Given<Table, Body>, 'whoOf'>,
  subject: FastifyRequest['subject'],
  id: number,
): Promise<Values> {
  const { db, now } = services
  const isThere = await db
    // Every listed table has an id; the union of their types guarantees no more than that.
    .selectFrom(declared.table as 'charts')
    .select('id')
    .where('id', '=', id)
    .where(collection.visible(services, subject))
    .executeTakeFirst()
  const context = { db, subject, now: now(), wanted: new Set(columns) }
  const row = isThere && (await collection.load([id], context)).get(id)
  if (!row) throw notFound()
  return Object.fromEntries(
    columns.map((name) => {
      const field = declared.fields[name]
      const value = row[name]
      if (field?.type !== 'toMany' || !Array.isArray(value)) return [name, value]
      return [name, (value as Values[]).map((related) => related[textColumn(field)])]
    }),
  )
}

/** The column that names a related row: the last one that is shown. */
const textColumn = ({ columns }: { columns: readonly string[] }) => columns.at(-1) ?? 'id'

/** The rows of a table, by id, with their names. */
async function choicesOf(
  { db }: Services,
  subject: FastifyRequest['subject'],
  { to, columns, visible }: Pick<ToManyField | ToOneField, 'to' | 'columns' | 'visible'>,
) {
  return (
    db
      // Every listed table has an id; the union of their types guarantees no more than that.
      .selectFrom(to as 'roles')
      .select(['id', sql.ref<string>(textColumn({ columns })).as('text')])
      .where(visible?.(subject) ?? everything)
      .orderBy('id')
      .execute()
  )
}
