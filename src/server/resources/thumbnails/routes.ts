import type { Resource } from '../../resource.ts'
import { addChartPictures } from './chartPictures.ts'
import { addDashboardPictures } from './dashboardPictures.ts'

/** Pictures of saved charts and dashboards, for other programs. */
export const thumbnailRoutes: Resource = (app, services) => {
  addChartPictures(app, services)
  addDashboardPictures(app, services)
}
