import { ChartUpdate } from '../../../model/chart/chart.ts'
import { addVersionRoutes, bodyOfVersion } from '../../listing/versionRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { updateChart } from './write.ts'

/** The history of a chart. */
export function addChartVersions(app: App, services: Services): void {
  addVersionRoutes(app, services, {
    path: '/api/v1/chart',
    kind: 'Chart',
    restore({ subject, author, id, content, ifMatch }) {
      const body = bodyOfVersion(ChartUpdate, { ...content, datasource_type: 'table' })
      return updateChart(services, subject, author, id, body, ifMatch)
    },
  })
}
