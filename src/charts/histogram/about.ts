import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'histogram_v2',
  name: 'Histogram',
  category: 'Distribution',
  tags: ['Comparison', 'ECharts', 'Pattern', 'Range'],
  description: 'How often the values of a column fall into each of several equal ranges.',
  behaviors: [],
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'echarts',
  replaces: ['histogram'],
  hasThumbnail: true,
  suits: { time: false, dimensions: [0, 1], metrics: [0, 0], rank: 30 },
}
