import multipart from '@fastify/multipart'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { SavedQueryBody } from '../../../model/sqlLab/savedQueryForm.ts'
import { integer } from '../../../model/wire/fields.ts'
import type { Subject } from '../../access/subject.ts'
import { authorOf, changed, created, recordChange } from '../../entities/changes.ts'
import { visibleDatabase } from '../../entities/newDataset.ts'
import { notFound } from '../../entities/owners.ts'
import { formFields } from '../../formFields.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const { label, schema, description, sql, extra_json, template_parameters } = SavedQueryBody.shape
/** Clients send further fields, such as the CSRF token. */
const Form = z.object({
  label,
  schema,
  description,
  sql,
  extra_json,
  template_parameters,
  db_id: integer.nullish(),
})
type Form = z.infer<typeof Form>

const SavedAnswer = z.strictObject({
  item: z.strictObject({
    id: z.int(),
    label: z.string().nullable(),
    db_id: z.int().nullable(),
    schema: z.string().nullable(),
    description: z.string().nullable(),
    sql: z.string().nullable(),
    extra_json: z.string(),
  }),
  message: z.enum(['Added Row', 'Changed Row']),
  severity: z.literal('success'),
})

/** `/savedqueryviewapi/api/create` and `update`: how older clients save a query of SQL Lab. */
export const savedQueryForms: Resource = (root, services) => {
  void root.register(async (app: App) => {
    await app.register(multipart)
    addForms(app, services)
  })
}

const wrong = (message: string) => new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, message)

/** The known fields of a form; clients send others as well. The database must be one that the user may see. */
async function readForm(services: Services, subject: Subject, fields: Record<string, unknown>): Promise<Form> {
  const parsed = Form.safeParse(fields)
  if (!parsed.success) throw wrong(`The field ${parsed.error.issues[0]?.path.join('.')} is not valid.`)
  const { db_id: databaseId } = parsed.data
  if (databaseId != null && !(await visibleDatabase(services, subject, databaseId))) {
    throw wrong('Database does not exist')
  }
  return parsed.data
}

function addForms(app: App, services: Services): void {
  const { db, now } = services
  const config = {
    requires: 'can_write:SavedQuery',
    errors: 'C',
    accepts: 'any',
    tokenInParts: true,
    answer: SavedAnswer,
  } as const

  async function item(id: number) {
    const row = await db
      .selectFrom('saved_queries')
      .select(['id', 'label', 'db_id', 'schema', 'description', 'sql', 'extra_json'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { ...row, extra_json: row.extra_json ?? '{}' }
  }

  app.post('/savedqueryviewapi/api/create', { config }, async (request) => {
    const form = await readForm(services, request.subject, await formFields(services, request))
    const author = authorOf(request, now())
    const id = await db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('saved_queries')
        .values({ ...created(author), ...emptyQuery, ...form })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChange(trx, author, 'create', { kind: 'SavedQuery', id: row.id })
      return row.id
    })
    return { item: await item(id), message: 'Added Row' as const, severity: 'success' as const }
  })

  app.put('/savedqueryviewapi/api/update/:id', { config, schema: { params: idParams } }, async (request) => {
    const { subject, params } = request
    const form = await readForm(services, subject, await formFields(services, request))
    const author = authorOf(request, now())
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('saved_queries')
        .set({ ...changed(author), ...form })
        .where('id', '=', params.id)
        .where('created_by', '=', subject.user?.id ?? 0)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw notFound()
      await recordChange(trx, author, 'update', { kind: 'SavedQuery', id: params.id })
    })
    return { item: await item(params.id), message: 'Changed Row' as const, severity: 'success' as const }
  })
}

const emptyQuery = {
  db_id: null,
  catalog: null,
  schema: null,
  label: null,
  description: null,
  sql: null,
  template_parameters: null,
  rows: null,
  last_run: null,
  extra_json: null,
}
