import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'compare',
  name: 'Time-series Percent Change',
  category: 'Evolution',
  tags: ['Legacy', 'Time', 'nvd3', 'Advanced-Analytics', 'Comparison', 'Line', 'Percentages', 'Predictive', 'Trend'],
  description: 'How much series changed since a point in time, in percent. A slider moves the point.',
  behaviors: [],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
