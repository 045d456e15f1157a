import type { Resource } from '../../resource.ts'
import { addChartPictures } from './chartPictures.ts'
import { addCovers } from './coverRoutes.ts'
import { addDashboardPictures } from './dashboardPictures.ts'

/** Pictures of saved charts and dashboards, for other programs and for lists. */
export const thumbnailRoutes: Resource = (app, services) => {
  addChartPictures(app, services)
  addDashboardPictures(app, services)
  addCovers(app, services)
}
