/** The address to edit a chart of a dashboard; the builder then knows the dashboard and its colors. */
export const exploreHref = (chartId: number, dashboardId: number) =>
  `/explore/?slice_id=${chartId}&dashboard_id=${dashboardId}`
