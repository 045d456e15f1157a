import multipart from '@fastify/multipart'
import { isDatasetType } from '../../../model/chart/chart.ts'
import { DatasetObject, SourceColumns } from '../../../model/dataset/datasetAnswers.ts'
import type { ColumnForm, DatasetUpdate, MetricForm } from '../../../model/dataset/datasetForm.ts'
import { DatasetSave, NamedTable } from '../../../model/dataset/legacyForms.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { pythonText } from '../../../model/query/queryContext.ts'
import { fieldErrors } from '../../../model/wire/fields.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { type Subject, seesSchema } from '../../access/subject.ts'
import { type Author, authorOf } from '../../entities/changes.ts'
import { datasetObject } from '../../entities/datasetObject.ts'
import { visibleDatabase } from '../../entities/newDataset.ts'
import { isTime, type SourceColumn, sourceColumns } from '../../entities/sourceColumns.ts'
import { formFields } from '../../formFields.ts'
import { readQ } from '../../listing/list.ts'
import { qParam } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { updateDataset } from './write.ts'

const noDatasource = () => new AppError('GENERIC_BACKEND_ERROR', 404, 'Datasource does not exist')
const noDataset = () => new AppError('GENERIC_BACKEND_ERROR', 404, 'Dataset does not exist')
const wrong = (status: number, message: string) => new AppError('GENERIC_BACKEND_ERROR', status, message)

/** `/datasource/save/` and `/datasource/external_metadata_by_name/`, which older clients call. */
export function addLegacyRoutes(root: App, services: Services): void {
  root.get(
    '/datasource/external_metadata_by_name/',
    {
      config: { requires: 'can_external_metadata_by_name:Datasource', errors: 'C', answer: SourceColumns },
      schema: { querystring: qParam },
    },
    async ({ subject, query }) => {
      const named = readQ(query.q, (value) => {
        const parsed = NamedTable.safeParse(value)
        if (!parsed.success) throw wrong(400, 'The parameter q must contain the type, the database and the table.')
        return parsed.data
      })
      return (await columnsByName(services, subject, named)).map(sourceColumn)
    },
  )

  void root.register(async (app: App) => {
    // forms are multipart in some versions of the client
    await app.register(multipart)
    app.post(
      '/datasource/save/',
      {
        config: {
          requires: 'can_save:Datasource',
          errors: 'C',
          accepts: 'any',
          tokenInParts: true,
          answer: DatasetObject,
        },
      },
      async (request) => {
        const { data } = await formFields(services, request)
        if (typeof data !== 'string') throw wrong(400, 'Request missing data field.')
        const parsed = DatasetSave.safeParse(parseObject(data))
        if (!parsed.success) throw wrong(400, `Invalid data: ${pythonText(fieldErrors(parsed.error))}`)
        const author = authorOf(request, services.now())
        await saveWhole(services, request.subject, author, parsed.data)
        return datasetObject(services.db, parsed.data.id)
      },
    )
  })
}

const sourceColumn = (column: SourceColumn) => ({
  name: column.name,
  type: column.type,
  type_generic: column.genericType,
  is_dttm: isTime(column),
  nullable: true,
  default: null,
  autoincrement: false,
  comment: null,
})

/** Columns of a table that need not have a dataset. What the caller may not see is reported as missing. */
async function columnsByName(services: Services, subject: Subject, named: NamedTable): Promise<SourceColumn[]> {
  const { db, access } = services
  if (!isDatasetType(named.datasource_type)) throw noDataset()
  const schema = named.schema_name || null
  const found = await db
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', named.database_name)
    .executeTakeFirst()
  const database = found && (await visibleDatabase(services, subject, found.id))
  if (!database) throw noDataset()
  const dataset = await db
    .selectFrom('datasets')
    .select(['catalog', 'schema', 'table_name', 'sql', 'template_params'])
    .where('database_id', '=', database.id)
    .where('table_name', '=', named.table_name)
    .where('schema', schema === null ? 'is' : '=', schema)
    .where(access.visible.datasets(subject))
    .orderBy('id')
    .executeTakeFirst()
  const isOpen = dataset !== undefined || seesSchema(subject, database, schema)
  const source = dataset ?? { schema, table_name: named.table_name, sql: null }
  const columns = isOpen ? await sourceColumns(services, { ...source, databaseId: database.id }, subject) : undefined
  if (!columns) throw noDataset()
  return columns
}

/** Replaces a dataset with the posted one. */
async function saveWhole(services: Services, subject: Subject, author: Author, saved: DatasetSave): Promise<void> {
  const { db, can } = services
  if (!isDatasetType(saved.type)) throw noDatasource()
  await can(subject, 'read', { kind: 'Dataset', id: saved.id }).catch((error: unknown) => {
    throw error instanceof AppError ? noDatasource() : error
  })
  await can(subject, 'write', { kind: 'Dataset', id: saved.id }).catch((error: unknown) => {
    throw error instanceof AppError ? wrong(403, 'Changing this dataset is forbidden') : error
  })
  const twice = repeated(saved.columns.map(({ column_name }) => column_name))
  if (twice.length > 0) throw wrong(409, `Duplicate column name(s): ${twice.join(',')}`)
  const [columns, metrics] = await Promise.all([
    db.selectFrom('dataset_columns').select(['id', 'column_name as name']).where('dataset_id', '=', saved.id).execute(),
    db.selectFrom('dataset_metrics').select(['id', 'metric_name as name']).where('dataset_id', '=', saved.id).execute(),
  ])
  const idOf = (known: { id: number; name: string }[], name: string) => known.find((row) => row.name === name)?.id
  const body: DatasetUpdate & { params: string | null } = {
    table_name: saved.table_name,
    database_id: saved.database.id,
    ...cleared(saved),
    owners: saved.owners,
    columns: saved.columns.map((column): ColumnForm => ({ ...column, id: idOf(columns, column.column_name) })),
    metrics: saved.metrics.map((metric): MetricForm => ({ ...metric, id: idOf(metrics, metric.metric_name) })),
  }
  const options = { ifMatch: undefined, overrideColumns: false, syncColumns: false }
  await updateDataset(services, subject, author, saved.id, body, options).catch((error: unknown) => {
    throw error instanceof AppError && error.fields ? oneSentence(error) : error
  })
}

/** The fields that the posted dataset overwrites: a missing one becomes empty. */
const cleared = (saved: DatasetSave) => ({
  schema: saved.schema ?? null,
  sql: saved.sql ?? null,
  description: saved.description ?? null,
  main_dttm_col: saved.main_dttm_col ?? null,
  offset: saved.offset ?? 0,
  default_endpoint: saved.default_endpoint,
  cache_timeout: saved.cache_timeout ?? null,
  params: saved.params ?? null,
  template_params: saved.template_params ?? null,
  filter_select_enabled: saved.filter_select_enabled ?? false,
  fetch_values_predicate: saved.fetch_values_predicate ?? null,
  extra: saved.extra ?? null,
})

const repeated = (names: string[]) => [...new Set(names.filter((name, at) => names.indexOf(name) < at))]

/** Errors of fields as the one sentence that these clients show. */
function oneSentence(error: AppError): AppError {
  const [text] = Object.values(error.fields ?? {}).flat()
  const status = error.fields && 'default_endpoint' in error.fields ? 400 : error.status
  return new AppError('GENERIC_BACKEND_ERROR', status, typeof text === 'string' ? text : error.message, {
    cause: error,
  })
}
