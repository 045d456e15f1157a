import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { EXAMPLES_FOLDER, exampleDatasets } from '../../../../conformance/vectors/exampleTables.ts'
import type { Dataset } from '../../../model/dataset/dataset.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import type { Services } from '../../services.ts'

type Store = Pick<Services, 'db' | 'now'>

const stamps = (nowMs: number) => ({ created_on: nowMs, changed_on: nowMs, created_by: null, changed_by: null })

/** Inserts a dataset with its columns and metrics into the store and returns its id. */
export async function insertDataset({ db, now }: Store, databaseId: number, dataset: Dataset): Promise<number> {
  const { columns, metrics, id: _id, database: _database, changed_on: _changed, ...rest } = dataset
  const { id } = await db
    .insertInto('datasets')
    .values({
      ...rest,
      ...stamps(now()),
      database_id: databaseId,
      description: null,
      default_endpoint: null,
      params: null,
      external_url: null,
      extra_fields: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { id: _own, ...column } of columns) {
    const values = { ...column, ...stamps(now()), uuid: randomUUID(), dataset_id: id, extra_fields: null }
    await db.insertInto('dataset_columns').values(values).execute()
  }
  for (const { id: _own, ...metric } of metrics) {
    const values = { ...metric, ...stamps(now()), uuid: randomUUID(), dataset_id: id, extra_fields: null }
    await db.insertInto('dataset_metrics').values(values).execute()
  }
  return id
}

/** A chart with these control values. */
export async function insertChart(
  { db, now }: Store,
  datasetId: number,
  name: string,
  formData: Record<string, unknown> & { viz_type: string },
): Promise<number> {
  const { id } = await db
    .insertInto('charts')
    .values({
      ...stamps(now()),
      uuid: randomUUID(),
      slice_name: name,
      datasource_id: datasetId,
      viz_type: formData.viz_type,
      params: JSON.stringify(formData),
      query_context: null,
      description: null,
      cache_timeout: null,
      last_saved_at: null,
      last_saved_by: null,
      certified_by: null,
      certification_details: null,
      external_url: null,
      extra_fields: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A published dashboard of these charts. */
export async function insertDashboard({ db, now }: Store, title: string, chartIds: number[]): Promise<number> {
  const { id } = await db
    .insertInto('dashboards')
    .values({
      ...stamps(now()),
      uuid: randomUUID(),
      dashboard_title: title,
      slug: title,
      position_json: null,
      json_metadata: null,
      css: null,
      description: null,
      published: true,
      certified_by: null,
      certification_details: null,
      external_url: null,
      extra_fields: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const chart_id of chartIds)
    await db.insertInto('dashboard_charts').values({ dashboard_id: id, chart_id }).execute()
  return id
}

/** The example table of births in the embedded database, and the dataset of the bundles on it. */
export async function loadBirths(services: Services): Promise<{ databaseId: number; datasetId: number }> {
  const databaseId = await ensureExamplesDatabase(services.db, services.now)
  const source = join(EXAMPLES_FOLDER, 'tables/birth_names.parquet')
  await services.tables.load({ databaseId, table: 'birth_names', source, format: 'parquet' })
  return { databaseId, datasetId: await insertDataset(services, databaseId, births()) }
}

/** The dataset `birth_names` of the bundles. */
export function births(): Dataset {
  const found = exampleDatasets().find(({ table_name }) => table_name === 'birth_names')
  if (!found) throw new Error('the shared bundles lack birth_names')
  return found
}

/** Datasets on tables that do not exist, with ids from 1, for tests that run no query. */
export async function insertNamedDatasets({ db, now }: Store, ...names: string[]): Promise<void> {
  await db
    .insertInto('databases')
    .values({ ...stamps(now()), uuid: 'd', database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'x' })
    .execute()
  for (const name of names) {
    const values = { ...stamps(now()), uuid: name, table_name: name, database_id: 1 }
    await db.insertInto('datasets').values(values).execute()
  }
}
