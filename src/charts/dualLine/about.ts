import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'dual_line',
  name: 'Dual Line Chart',
  category: 'Evolution',
  tags: ['Legacy', 'nvd3'],
  description: 'Two metrics over time, each on its own y axis. The mixed chart does the same with more options.',
  behaviors: [],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
  drawsAnyQuery: true,
}
