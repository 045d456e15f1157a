import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'echarts_timeseries_bar',
  name: 'Bar Chart',
  category: 'Evolution',
  tags: [
    'ECharts',
    'Predictive',
    'Advanced-Analytics',
    'Aesthetic',
    'Time',
    'Transformable',
    'Stacked',
    'Vertical',
    'Bar',
    'Popular',
  ],
  description: 'Metrics as bars over time or categories, side by side or stacked, vertical or horizontal.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'echarts',
  annotations: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  forecast: true,
  replaces: ['bar', 'dist_bar'],
  tile: 2,
  suits: { dimensions: [0, 2], metrics: [1, 4], rank: 85 },
}
