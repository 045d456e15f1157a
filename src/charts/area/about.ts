import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'echarts_area',
  name: 'Area Chart',
  category: 'Evolution',
  tags: [
    'ECharts',
    'Predictive',
    'Advanced-Analytics',
    'Aesthetic',
    'Time',
    'Line',
    'Transformable',
    'Stacked',
    'Popular',
  ],
  description: 'Filled lines over time, stacked or overlapping. Shows totals and their parts.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'area',
  drawnWith: 'echarts',
  annotations: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  annotates: 'line',
  forecast: true,
  replaces: ['area'],
  tile: 3,
  suits: { time: true, dimensions: [1, 2], metrics: [1, 1], rank: 80 },
}
