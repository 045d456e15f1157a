/** Twenty charts on the events table, as form data: the charts of a typical shop dashboard. */
const sum = (column: string) => ({
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: column },
  label: `SUM(${column})`,
})
const average = (column: string) => ({
  expressionType: 'SIMPLE',
  aggregate: 'AVG',
  column: { column_name: column },
  label: `AVG(${column})`,
})
const revenue = { expressionType: 'SQL', sqlExpression: 'SUM(price * quantity)', label: 'revenue' }
const customers = {
  expressionType: 'SIMPLE',
  aggregate: 'COUNT_DISTINCT',
  column: { column_name: 'customer' },
  label: 'customers',
}

const series = (viz_type: string, metrics: unknown[], grain: string, groupby: string[] = []) => ({
  viz_type,
  x_axis: 'happened_at',
  time_grain_sqla: grain,
  metrics,
  groupby,
  row_limit: 10000,
  order_desc: true,
  truncate_metric: true,
  show_empty_columns: true,
})
const ranking = (viz_type: string, column: string, metric: unknown, row_limit: number) => ({
  viz_type,
  groupby: [column],
  metric,
  metrics: [metric],
  row_limit,
  sort_by_metric: true,
})

export const benchCharts: { name: string; form: Record<string, unknown> }[] = [
  { name: 'revenue', form: { viz_type: 'big_number_total', metric: revenue } },
  { name: 'orders', form: { viz_type: 'big_number_total', metric: 'count' } },
  { name: 'customers', form: { viz_type: 'big_number_total', metric: customers } },
  { name: 'average price', form: { viz_type: 'big_number_total', metric: average('price') } },
  {
    name: 'revenue trend',
    form: { viz_type: 'big_number', x_axis: 'happened_at', time_grain_sqla: 'P1M', metric: revenue },
  },
  {
    name: 'orders trend',
    form: { viz_type: 'big_number', x_axis: 'happened_at', time_grain_sqla: 'P1W', metric: 'count' },
  },
  { name: 'revenue per month', form: series('echarts_timeseries_line', [revenue], 'P1M') },
  { name: 'revenue per month and region', form: series('echarts_timeseries_line', [revenue], 'P1M', ['region']) },
  { name: 'quantity per week', form: series('echarts_timeseries_line', [sum('quantity')], 'P1W') },
  { name: 'orders per day', form: series('echarts_timeseries_bar', ['count'], 'P1D') },
  { name: 'orders per month and channel', form: series('echarts_timeseries_bar', ['count'], 'P1M', ['channel']) },
  { name: 'revenue area by channel', form: series('echarts_area', [revenue], 'P1M', ['channel']) },
  { name: 'orders area by region', form: series('echarts_area', ['count'], 'P1M', ['region']) },
  { name: 'price scatter', form: series('echarts_timeseries_scatter', [average('price')], 'P1W') },
  { name: 'channels', form: ranking('pie', 'channel', revenue, 10) },
  { name: 'regions', form: ranking('pie', 'region', 'count', 10) },
  { name: 'returned', form: ranking('pie', 'returned', 'count', 10) },
  {
    name: 'top cities',
    form: { ...ranking('table', 'city', revenue, 25), query_mode: 'aggregate', metrics: [revenue, 'count'] },
  },
  {
    name: 'top products',
    form: { ...ranking('table', 'product', revenue, 50), query_mode: 'aggregate', metrics: [revenue, sum('quantity')] },
  },
  {
    name: 'ages',
    form: { ...ranking('table', 'age', 'count', 100), query_mode: 'aggregate', metrics: ['count', average('price')] },
  },
]
