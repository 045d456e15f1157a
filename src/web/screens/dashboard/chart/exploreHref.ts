import { dashboardPage } from '../../../chart/dashboardPage.ts'

/**
 * The address to edit a chart of a dashboard; it also passes the dashboard, its colors and its filters to the builder.
 */
export const exploreHref = (chartId: number, dashboardId: number) =>
  `/explore/?slice_id=${chartId}&dashboard_id=${dashboardId}&dashboard_page_id=${dashboardPage}`
