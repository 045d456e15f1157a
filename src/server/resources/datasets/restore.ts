import { DatasetUpdate } from '../../../model/dataset/datasetForm.ts'
import { addVersionRoutes, bodyOfVersion } from '../../listing/versionRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { updateDataset } from './write.ts'

/** The history of a dataset, with its columns and metrics. */
export function addDatasetVersions(app: App, services: Services): void {
  const { db } = services
  addVersionRoutes(app, services, {
    path: '/api/v1/dataset',
    kind: 'Dataset',
    async restore({ subject, author, id, content, ifMatch }) {
      const body = bodyOfVersion(DatasetUpdate, content)
      const columns = await db.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', id).execute()
      const metrics = await db.selectFrom('dataset_metrics').selectAll().where('dataset_id', '=', id).execute()
      const columnIds = new Map(columns.map((column) => [column.column_name, column.id]))
      const metricIds = new Map(metrics.map((metric) => [metric.metric_name, metric.id]))
      const restored = {
        ...body,
        columns: body.columns?.map((column) => ({ ...column, id: columnIds.get(column.column_name) })),
        metrics: body.metrics?.map((metric) => ({ ...metric, id: metricIds.get(metric.metric_name) })),
      }
      const options = { ifMatch, overrideColumns: false, syncColumns: false }
      return updateDataset(services, subject, author, id, restored, options)
    },
  })
}
