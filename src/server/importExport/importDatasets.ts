import { randomUUID } from 'node:crypto'
import { type BundleEntry, columnFile, metricFile, splitKnown } from '../../model/bundle/bundle.ts'
import { seesTables } from '../access/subject.ts'
import { type DatasetSource, HELD_BY_RULES, isHeldByRules, isSameSource } from '../entities/datasetSource.ts'
import { complain, decide, extraOrNull, type ImportRun, jsonOrNull, notCreated } from './order.ts'
import { saveImported } from './saveImported.ts'

/** Imports the datasets of a bundle, with their columns and metrics, and returns their ids by uuid. */
export async function importDatasets(
  run: ImportRun,
  entries: BundleEntry<'dataset'>[],
  databases: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const entry of entries) {
    const id = await importDataset(run, entry, databases)
    if (id !== undefined) ids.set(entry.config.uuid, id)
  }
  return ids
}

/** Fields that are read from an existing dataset. */
const known = ['id', 'database_id', 'catalog', 'schema', 'table_name', 'sql'] as const

async function importDataset(
  run: ImportRun,
  { path, config, extra }: BundleEntry<'dataset'>,
  databases: ReadonlyMap<string, number>,
): Promise<number | undefined> {
  const { trx, order, errors } = run
  const sameUuid = await trx.selectFrom('datasets').select(known).where('uuid', '=', config.uuid).executeTakeFirst()
  const databaseId = databases.get(config.database_uuid) ?? (await findDatabase(run, config.database_uuid))
  if (databaseId === undefined) {
    if (!errors[path]) complain(errors, path, { database_uuid: ['Database does not exist'] })
    return sameUuid?.id
  }
  // Datasets of two installations on the same table have different uuids; here a table has only one dataset.
  const existing = sameUuid ?? (await findTable(run, databaseId, config))
  const decision = await decide(run, 'dataset', path, existing)
  if (decision === 'keep') return existing?.id
  const database = await trx
    .selectFrom('databases')
    .select(['id', 'is_embedded'])
    .where('id', '=', databaseId)
    .executeTakeFirstOrThrow()
  if (order.subject && !seesTables(order.subject, database)) {
    errors[path] = notCreated('dataset')
    return undefined
  }
  const source: DatasetSource = {
    table_name: config.table_name,
    database_id: databaseId,
    catalog: config.catalog ?? null,
    schema: config.schema ?? null,
    sql: config.sql ?? null,
  }
  if (existing && !isSameSource(source, existing) && (await isHeldByRules(trx, order.subject, existing))) {
    complain(errors, path, { table_name: [HELD_BY_RULES] })
    return undefined
  }
  const columns = {
    ...source,
    main_dttm_col: config.main_dttm_col ?? null,
    description: config.description ?? null,
    default_endpoint: config.default_endpoint ?? null,
    offset: config.offset ?? 0,
    cache_timeout: config.cache_timeout ?? null,
    params: jsonOrNull(config.params),
    template_params: jsonOrNull(config.template_params),
    filter_select_enabled: config.filter_select_enabled ?? true,
    fetch_values_predicate: config.fetch_values_predicate ?? null,
    extra: jsonOrNull(config.extra),
    normalize_columns: config.normalize_columns ?? false,
    always_filter_main_dttm: config.always_filter_main_dttm ?? false,
    is_managed_externally: config.is_managed_externally ?? false,
    external_url: config.external_url ?? null,
    extra_fields: extraOrNull(extra),
  }
  const id = await saveImported(run, 'datasets', existing, config.uuid, columns)
  await replaceColumns(run, id, config.columns ?? [])
  await replaceMetrics(run, id, config.metrics ?? [])
  return id
}

async function findDatabase({ trx }: ImportRun, uuid: string): Promise<number | undefined> {
  return (await trx.selectFrom('databases').select('id').where('uuid', '=', uuid).executeTakeFirst())?.id
}

function findTable({ trx }: ImportRun, databaseId: number, config: BundleEntry<'dataset'>['config']) {
  const { catalog = null, schema = null, table_name } = config
  return trx
    .selectFrom('datasets')
    .select(known)
    .where('database_id', '=', databaseId)
    .where('catalog', catalog === null ? 'is' : '=', catalog)
    .where('schema', schema === null ? 'is' : '=', schema)
    .where('table_name', '=', table_name)
    .executeTakeFirst()
}

/** Columns with the same name keep their id, because charts and row rules may refer to it. */
async function replaceColumns(
  { trx, order }: ImportRun,
  datasetId: number,
  columns: NonNullable<BundleEntry<'dataset'>['config']['columns']>,
): Promise<void> {
  const old = await trx
    .selectFrom('dataset_columns')
    .select(['id', 'column_name'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const byName = new Map(old.map((row) => [row.column_name, row.id]))
  const wanted = new Map(columns.map((column) => [column.column_name, column]))
  const gone = old.filter((row) => !wanted.has(row.column_name)).map((row) => row.id)
  if (gone.length > 0) await trx.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
  for (const column of wanted.values()) {
    const values = {
      column_name: column.column_name,
      verbose_name: column.verbose_name ?? null,
      type: column.type ?? null,
      advanced_data_type: column.advanced_data_type ?? null,
      expression: column.expression ?? null,
      description: column.description ?? null,
      extra: jsonOrNull(column.extra),
      filterable: column.filterable ?? true,
      groupby: column.groupby ?? true,
      is_active: column.is_active ?? true,
      is_dttm: column.is_dttm ?? false,
      python_date_format: column.python_date_format ?? null,
      extra_fields: extraOrNull(splitKnown(columnFile.shape, column)),
      changed_on: order.author.now,
      changed_by: order.author.userId,
    }
    const id = byName.get(column.column_name)
    if (id !== undefined) await trx.updateTable('dataset_columns').set(values).where('id', '=', id).execute()
    else
      await trx
        .insertInto('dataset_columns')
        .values({ ...values, ...made(order.author, datasetId) })
        .execute()
  }
}

async function replaceMetrics(
  { trx, order }: ImportRun,
  datasetId: number,
  metrics: NonNullable<BundleEntry<'dataset'>['config']['metrics']>,
): Promise<void> {
  const old = await trx
    .selectFrom('dataset_metrics')
    .select(['id', 'metric_name'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const byName = new Map(old.map((row) => [row.metric_name, row.id]))
  const wanted = new Map(metrics.map((metric) => [metric.metric_name, metric]))
  const gone = old.filter((row) => !wanted.has(row.metric_name)).map((row) => row.id)
  if (gone.length > 0) await trx.deleteFrom('dataset_metrics').where('id', 'in', gone).execute()
  for (const metric of wanted.values()) {
    const values = {
      metric_name: metric.metric_name,
      verbose_name: metric.verbose_name ?? null,
      metric_type: metric.metric_type ?? null,
      expression: metric.expression,
      description: metric.description ?? null,
      d3format: metric.d3format ?? null,
      currency: typeof metric.currency === 'string' ? metric.currency : jsonOrNull(metric.currency),
      warning_text: metric.warning_text ?? null,
      extra: jsonOrNull(metric.extra),
      extra_fields: extraOrNull(splitKnown(metricFile.shape, metric)),
      changed_on: order.author.now,
      changed_by: order.author.userId,
    }
    const id = byName.get(metric.metric_name)
    if (id !== undefined) await trx.updateTable('dataset_metrics').set(values).where('id', '=', id).execute()
    else
      await trx
        .insertInto('dataset_metrics')
        .values({ ...values, ...made(order.author, datasetId) })
        .execute()
  }
}

const made = ({ now, userId }: ImportRun['order']['author'], datasetId: number) => ({
  uuid: randomUUID(),
  dataset_id: datasetId,
  created_on: now,
  created_by: userId,
})
