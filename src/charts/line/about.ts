import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'echarts_timeseries_line',
  name: 'Line Chart',
  category: 'Evolution',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Popular'],
  description: 'How metrics change over time or along another axis, one line for each series.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  annotations: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  annotates: 'line',
  forecast: true,
  replaces: ['line'],
  tile: 1,
  suits: { time: true, dimensions: [0, 2], metrics: [1, 6], rank: 95 },
}
