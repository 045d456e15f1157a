import { z } from 'zod'
import { text } from '../../../model/wire/fields.ts'
import type { DataGrant } from '../../access/permissionIds.ts'
import { authorOf } from '../../entities/changes.ts'
import { notFound } from '../../entities/owners.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { changeRights } from './rights.ts'

const name = text(1, 250)
const MOST = 1000

/** Datasets by the names of their database, schema and table. */
const OverrideForm = z.object({
  role_name: name,
  database: z
    .array(
      z.object({
        name,
        schema: z.array(z.object({ name: z.string(), datasources: z.array(name).max(MOST) })).max(MOST),
      }),
    )
    .max(MOST),
})
type OverrideForm = z.infer<typeof OverrideForm>

const OverrideAnswer = z.strictObject({ granted: z.array(z.string()), requested: z.array(z.string()) })

/**
 * `/superset/override_role_permissions/`: a role gives access to exactly these datasets, and nothing else. The response
 * names the tables that were requested, and those that have a dataset.
 */
export function addOverrideRoute(app: App, services: Services): void {
  app.post(
    '/superset/override_role_permissions/',
    {
      config: { requires: 'can_override_role_permissions:Superset', answer: OverrideAnswer, statuses: [201] },
      schema: { body: OverrideForm },
    },
    async (request, reply) => {
      const { body, subject } = request
      const role = await services.db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', body.role_name)
        .executeTakeFirst()
      if (!role) throw notFound()
      const datasets = await namedDatasets(services, body)
      const grants = datasets.map(
        ({ id }): DataGrant => ({ kind: 'dataset', database_id: null, schema: null, dataset_id: id }),
      )
      await changeRights(services, subject, authorOf(request, services.now()), role.id, { permissions: [], grants })
      reply.code(201)
      const requested = body.database.flatMap((database) => database.schema.flatMap((schema) => schema.datasources))
      return { granted: datasets.map(({ table_name }) => table_name), requested: [...new Set(requested)] }
    },
  )
}

/** The datasets of a form that exist. Only administrators, who see all of them, get here. */
async function namedDatasets({ db }: Services, { database }: OverrideForm) {
  const names = new Set(
    database.flatMap((one) =>
      one.schema.flatMap((schema) => schema.datasources.map((table) => keyOf(one.name, schema.name, table))),
    ),
  )
  const datasets = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'database_name', 'schema', 'table_name'])
    .where(
      'database_name',
      'in',
      // SQL does not allow an empty list
      ['', ...database.map((one) => one.name)],
    )
    .orderBy('datasets.id')
    .execute()
  return datasets.filter((dataset) => names.has(keyOf(dataset.database_name, dataset.schema ?? '', dataset.table_name)))
}

const keyOf = (...parts: string[]) => JSON.stringify(parts)
