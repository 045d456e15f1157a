/** Names this page in addresses of the chart builder, which then finds the filters of the dashboard on it. */
export const dashboardPage = Math.random().toString(36).slice(2, 10)
