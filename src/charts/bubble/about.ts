import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'bubble_v2',
  name: 'Bubble Chart',
  category: 'Correlation',
  tags: ['Multi-Dimensions', 'Comparison', 'Scatter', 'Time', 'Trend', 'ECharts'],
  description: 'Three metrics of each entity: two as its position, one as its size.',
  behaviors: [],
  shows: 'plot',
  picture: 'scatter',
  drawnWith: 'echarts',
  replaces: ['bubble'],
  hasThumbnail: true,
  suits: { time: false, dimensions: [1, 2], metrics: [3, 3], rank: 95 },
}
