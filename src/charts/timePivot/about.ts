import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'time_pivot',
  name: 'Time-series Period Pivot',
  category: 'Evolution',
  tags: ['Legacy', 'Time', 'nvd3'],
  description: 'The current period of a metric over the same days of earlier periods: weeks, years or days.',
  behaviors: [],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
