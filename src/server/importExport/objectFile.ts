import type { BundleKind } from '../../model/bundle/bundle.ts'
import type { Db, Row } from '../storage/schema.ts'
import { chartYaml, dashboardYaml, databaseYaml, datasetsOfFilters, datasetYaml } from './exportFiles.ts'

/** The content of the file that an export writes for one object of this server. */
export async function objectFile(db: Db, kind: BundleKind, id: number, key: Buffer): Promise<unknown> {
  switch (kind) {
    case 'database':
      return databaseYaml(await rowOf(db, 'databases', id), 'file', key)
    case 'dataset': {
      const row = await rowOf(db, 'datasets', id)
      const { uuid } = await rowOf(db, 'databases', row.database_id)
      const columns = await db.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', id).execute()
      const metrics = await db.selectFrom('dataset_metrics').selectAll().where('dataset_id', '=', id).execute()
      return datasetYaml(row, uuid, columns, metrics)
    }
    case 'chart': {
      const row = await rowOf(db, 'charts', id)
      return chartYaml(row, (await datasetUuids(db, [row.datasource_id])).get(row.datasource_id) ?? '')
    }
    case 'dashboard': {
      const row = await rowOf(db, 'dashboards', id)
      const charts = await db
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'chart_id')
        .select(['charts.id', 'uuid', 'slice_name'])
        .where('dashboard_id', '=', id)
        .execute()
      return dashboardYaml(row, charts, await datasetUuids(db, datasetsOfFilters(row)))
    }
  }
}

const rowOf = <Name extends 'databases' | 'datasets' | 'charts' | 'dashboards'>(db: Db, table: Name, id: number) =>
  db
    // each of these tables has an id, but the query builder accepts no union of table types
    .selectFrom(table as 'charts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow() as unknown as Promise<Row<Name>>

async function datasetUuids(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('datasets')
    .select(['id', 'uuid'])
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.uuid]))
}
