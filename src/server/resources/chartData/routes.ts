import type { Resource } from '../../resource.ts'
import { chartDataOfCharts, keptChartData } from './chartRoutes.ts'
import { columnValues } from './columnValuesRoute.ts'
import { dashboardData } from './dashboardRoute.ts'
import { exploreData } from './exploreRoute.ts'
import { formQuery } from './queryRoute.ts'
import { samples } from './samplesRoute.ts'
import { shownCharts } from './shownChartsRoute.ts'
import { sourceCharts } from './sourceChartsRoute.ts'
import { timeRange } from './timeRangeRoute.ts'
import { warmUp } from './warmUpRoutes.ts'

/** All routes that return rows of datasets, and the one that resolves time ranges. */
export const chartDataRoutes: Resource = (app, services) => {
  chartDataOfCharts(app, services)
  keptChartData(app, services)
  dashboardData(app, services)
  shownCharts(app, services)
  exploreData(app, services)
  sourceCharts(app, services)
  columnValues(app, services)
  samples(app, services)
  formQuery(app, services)
  timeRange(app, services)
  warmUp(app, services)
}
