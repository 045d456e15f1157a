import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'waterfall',
  name: 'Waterfall Chart',
  category: 'Evolution',
  tags: ['Categorical', 'Comparison', 'ECharts'],
  description: 'How increases and decreases add up to a total, step by step.',
  behaviors: [],
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'echarts',
  hasThumbnail: true,
  suits: { time: false, dimensions: [1, 2], metrics: [1, 1], rank: 50 },
}
