import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SavedQueryBody } from '../../../model/sqlLab/savedQueryForm.ts'
import { integer } from '../../../model/wire/fields.ts'
import { authorOf, changed, created, recordChange } from '../../entities/changes.ts'
import { visibleDatabase } from '../../entities/newDataset.ts'
import { notFound } from '../../entities/owners.ts'
import { addedRow, changedRow, formConfig, readModelForm, wrongForm } from '../../listing/modelForms.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const { label, schema, description, sql, extra_json, template_parameters } = SavedQueryBody.shape
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

/** `/savedqueryviewapi/api/create` and `update`: how older clients save a query of SQL Lab. */
export const savedQueryForms: Resource = (root, services) => {
  void root.register(async (app: App) => {
    await app.register(multipart)
    addForms(app, services)
  })
}

/** The form of a request. The database must be one that the user may see. */
async function readForm(services: Services, request: FastifyRequest): Promise<Form> {
  const form = await readModelForm(services, request, Form)
  const { db_id: databaseId } = form
  if (databaseId != null && !(await visibleDatabase(services, request.subject, databaseId)))
    throw wrongForm('Database does not exist')
  return form
}

function addForms(app: App, services: Services): void {
  const { db, now } = services
  const config = { ...formConfig, requires: 'can_write:SavedQuery' } as const

  async function item(id: number) {
    const row = await db
      .selectFrom('saved_queries')
      .select(['id', 'label', 'db_id', 'schema', 'description', 'sql', 'extra_json'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { ...row, extra_json: row.extra_json ?? '{}' }
  }

  app.post('/savedqueryviewapi/api/create', { config }, async (request) => {
    const form = await readForm(services, request)
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
    return addedRow(await item(id))
  })

  app.put('/savedqueryviewapi/api/update/:id', { config, schema: { params: idParams } }, async (request) => {
    const { subject, params } = request
    const form = await readForm(services, request)
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
    return changedRow(await item(params.id))
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
