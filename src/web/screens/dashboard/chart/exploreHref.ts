/** Where a chart of a dashboard is edited; the builder then knows the dashboard and its colours. */
export const exploreHref = (chartId: number, dashboardId: number) =>
  `/explore/?slice_id=${chartId}&dashboard_id=${dashboardId}`
