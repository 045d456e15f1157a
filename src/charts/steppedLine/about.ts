import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'echarts_timeseries_step',
  name: 'Stepped Line',
  category: 'Evolution',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Stacked'],
  description: 'Values that stay the same until they change, such as prices and rates, as a line of steps.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  annotations: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  annotates: 'line',
  hasThumbnail: true,
  forecast: true,
}
