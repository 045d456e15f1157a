import { LRUCache } from 'lru-cache'
import { dialects } from '../../engine/dialects/index.ts'
import type { Dataset, DatasetColumn, DatasetMetric } from '../../model/dataset/dataset.ts'
import { keptStatement } from '../storage/keptStatement.ts'
import type { Db, Row } from '../storage/schema.ts'

interface Kept {
  versions: string
  dataset: Dataset
}

/** One cache per store: tests and servers open several. */
const caches = new WeakMap<Db, LRUCache<number, Kept>>()

const readVersions = keptStatement((db) =>
  db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.version', 'datasets.answers_version', 'databases.version as database_version'])
    .where('datasets.id', '=', 0),
)

/**
 * A dataset with its columns and metrics; undefined if it does not exist. Cached in memory by the versions of the
 * dataset and its database. One short query reads these; every write increments one of them.
 */
export async function findDataset(db: Db, id: number): Promise<Dataset | undefined> {
  const [now] = await readVersions(db, id)
  if (!now) return undefined
  const versions = `${now.version}/${now.answers_version}/${now.database_version}`
  const cache = cacheOf(db)
  const kept = cache.get(id)
  if (kept?.versions === versions) return kept.dataset
  const dataset = await readDataset(db, id)
  if (dataset) cache.set(id, { versions, dataset })
  return dataset
}

function cacheOf(db: Db): LRUCache<number, Kept> {
  let cache = caches.get(db)
  if (!cache) {
    cache = new LRUCache({ max: 500 })
    caches.set(db, cache)
  }
  return cache
}

/** SQL of a virtual dataset looks names up in the schema of the dataset, if the database supports that. */
export function schemaOfNames(
  backend: string,
  { sql, schema }: Pick<Dataset, 'sql' | 'schema'>,
): Pick<Dataset, 'namesIn'> {
  const takesSchema = Object.hasOwn(dialects, backend) && dialects[backend]?.takesSchema === true
  return sql !== null && sql !== '' && schema !== null && schema !== '' && takesSchema ? { namesIn: schema } : {}
}

async function readDataset(db: Db, id: number): Promise<Dataset | undefined> {
  const row = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const database = await db
    .selectFrom('databases')
    .select(['id', 'version', 'uuid', 'database_name', 'backend', 'cache_timeout'])
    .where('id', '=', row.database_id)
    .executeTakeFirstOrThrow()
  const columns = await db
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', id)
    .orderBy('id')
    .execute()
  const metrics = await db
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    id: row.id,
    uuid: row.uuid,
    table_name: row.table_name,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    ...schemaOfNames(database.backend, row),
    main_dttm_col: row.main_dttm_col,
    always_filter_main_dttm: row.always_filter_main_dttm,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    fetch_values_predicate: row.fetch_values_predicate,
    template_params: row.template_params,
    extra: row.extra,
    changed_on: row.changed_on,
    answers_version: row.answers_version,
    database: {
      id: database.id,
      version: database.version,
      uuid: database.uuid,
      name: database.database_name,
      backend: database.backend,
      cache_timeout: database.cache_timeout,
    },
    columns: columns.map(columnOf),
    metrics: metrics.map(metricOf),
  }
}

function columnOf(row: Row<'dataset_columns'>): DatasetColumn {
  const {
    dataset_id: _dataset,
    created_on: _c,
    changed_on: _m,
    created_by: _cb,
    changed_by: _mb,
    extra_fields: _x,
    ...column
  } = row
  return column
}

function metricOf(row: Row<'dataset_metrics'>): DatasetMetric {
  const {
    dataset_id: _dataset,
    created_on: _c,
    changed_on: _m,
    created_by: _cb,
    changed_by: _mb,
    extra_fields: _x,
    ...metric
  } = row
  return metric
}

/** The name of a table in responses: with its schema if it has one. */
export const qualifiedName = ({ schema, table_name }: { schema: string | null; table_name: string }) =>
  schema ? `${schema}.${table_name}` : table_name

/** The permission name of a dataset in the contract. */
export const datasetPermission = (database: string, table: string, id: number) => `[${database}].[${table}](id:${id})`
