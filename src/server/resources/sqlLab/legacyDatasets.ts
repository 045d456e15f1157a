import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { authorOf } from '../../entities/changes.ts'
import { datasetObject } from '../../entities/datasetObject.ts'
import { createDataset, getOrCreateDataset, visibleDatabase } from '../../entities/newDataset.ts'
import { formFields } from '../../formFields.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'

const TableForm = z.object({
  datasourceName: z.string().min(1).max(250),
  dbId: z.int().positive(),
  schema: z.string().max(250).nullish(),
  templateParams: z.string().nullish(),
})

const QueryForm = TableForm.extend({
  sql: z.string().min(1),
  columns: z.array(z.looseObject({ name: z.string(), is_dttm: z.boolean().nullish() })),
})

const fieldsMissing = () =>
  new AppError('GENERIC_BACKEND_ERROR', 400, 'Required fields of the request are missing or invalid.', {
    level: 'error',
  })
const databaseMissing = () =>
  new AppError('DATABASE_NOT_FOUND_ERROR', 404, 'The database was not found.', { level: 'error' })

/** The JSON of the form field `data`. */
async function dataOf<T>(services: Services, request: FastifyRequest, schema: z.ZodType<T>): Promise<T> {
  const { data } = await formFields(services, request)
  const parsed = schema.safeParse(parseObject(typeof data === 'string' ? data : null))
  if (!parsed.success) throw fieldsMissing()
  return parsed.data
}

/** Datasets of SQL Lab, as older clients create them: of a query, and of a table that a query created. */
export function addDatasetForms(app: App, services: Services): void {
  const { db, now } = services
  const form = { errors: 'B', accepts: 'any', tokenInParts: true } as const

  app.post('/superset/sqllab_viz/', { config: { ...form, requires: 'can_sqllab_viz:Superset' } }, async (request) => {
    const { subject } = request
    const { dbId, datasourceName: name, ...query } = await dataOf(services, request, QueryForm)
    if (!(await visibleDatabase(services, subject, dbId))) throw databaseMissing()
    const taken = await db
      .selectFrom('datasets')
      .select('id')
      .where('database_id', '=', dbId)
      .where('table_name', '=', name)
      .executeTakeFirst()
    if (taken) {
      throw new AppError('GENERIC_BACKEND_ERROR', 422, `Dataset [${name}] already exists`, { level: 'warning' })
    }
    const id = await createDataset(
      services,
      subject,
      authorOf(request, now()),
      {
        database: dbId,
        table_name: name,
        schema: query.schema ?? null,
        sql: query.sql,
        template_params: query.templateParams ?? null,
      },
      { times: new Set(query.columns.filter((column) => column.is_dttm).map((column) => column.name)) },
    )
    return { table_id: id, data: await datasetObject(db, id) }
  })

  app.post(
    '/superset/get_or_create_table/',
    { config: { ...form, requires: 'can_sqllab_table_viz:Superset' } },
    async (request) => {
      const { subject } = request
      const table = await dataOf(services, request, TableForm)
      if (!(await visibleDatabase(services, subject, table.dbId))) throw databaseMissing()
      const id = await getOrCreateDataset(services, subject, authorOf(request, now()), {
        database_id: table.dbId,
        table_name: table.datasourceName,
        schema: table.schema ?? null,
        template_params: table.templateParams ?? null,
      })
      return { table_id: id }
    },
  )
}
