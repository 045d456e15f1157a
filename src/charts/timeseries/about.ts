import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'echarts_timeseries',
  name: 'Generic Chart',
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Aesthetic', 'Line', 'Predictive', 'Time', 'Transformable'],
  description: 'Metrics along an axis as lines, steps, bars or points. The series style selects the marks.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
  annotations: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  annotates: 'line',
  forecast: true,
}
