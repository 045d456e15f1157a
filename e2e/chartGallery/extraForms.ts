/** Further charts of types with few or no saved charts, on the example table of flights. */

const metric = (column: string) => ({
  expressionType: 'SIMPLE',
  column: { column_name: column },
  aggregate: 'AVG',
  label: `Average ${column}`,
})
const time = { granularity_sqla: 'date', time_range: 'No filter', time_grain_sqla: 'P1W' }

/** `line_charts`: ids of saved charts over time. */
export const extraForms = (lineCharts: number[]): Record<string, unknown>[] => [
  {
    viz_type: 'mixed_timeseries',
    x_axis: 'date',
    time_grain_sqla: 'P1W',
    metrics: ['count'],
    metrics_b: [metric('delay')],
    groupby: [],
    groupby_b: [],
    seriesTypeB: 'bar',
    yAxisIndexB: 1,
  },
  { viz_type: 'dual_line', ...time, metric: 'count', metric_2: metric('delay') },
  { viz_type: 'compare', ...time, metrics: ['count'], groupby: ['origin'], limit: 5, timeseries_limit_metric: 'count' },
  { viz_type: 'time_pivot', ...time, time_grain_sqla: 'P1D', metric: 'count', freq: 'W-MON' },
  { viz_type: 'rose', ...time, time_grain_sqla: 'P1M', metrics: ['count'], groupby: ['origin'], limit: 5 },
  ...['echarts_timeseries', 'echarts_timeseries_smooth', 'echarts_timeseries_step'].map((viz_type) => ({
    viz_type,
    x_axis: 'date',
    time_grain_sqla: 'P1W',
    metrics: ['count'],
    groupby: ['origin'],
    limit: 4,
  })),
  { viz_type: 'line_multi', line_charts: lineCharts.slice(0, 2), line_charts_2: [], time_range: 'No filter' },
  {
    viz_type: 'filter_box',
    time_range: 'No filter',
    show_sqla_time_column: true,
    filter_configs: [
      { key: 'origin', column: 'origin', label: 'From' },
      { key: 'destination', column: 'destination', multiple: false },
    ],
  },
]
