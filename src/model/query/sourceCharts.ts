/** Maximum number of other charts that a chart draws: each is a query. */
export const mostSourceCharts = 50
