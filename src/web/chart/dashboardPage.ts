/** Identifies this page in addresses of the chart builder, which uses it to find the filters of the dashboard. */
export const dashboardPage = Math.random().toString(36).slice(2, 10)
