import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'echarts_timeseries_smooth',
  name: 'Smooth Line',
  category: 'Evolution',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Line', 'Transformable'],
  description: 'How metrics change over time, as curves without corners. Suits trends rather than exact readings.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  annotations: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  annotates: 'line',
  hasThumbnail: true,
  forecast: true,
}
