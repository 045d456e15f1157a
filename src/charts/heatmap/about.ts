import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'heatmap_v2',
  name: 'Heatmap',
  category: 'Correlation',
  tags: ['Business', 'Intensity', 'Density', 'Single Metric', 'ECharts'],
  description: 'A grid of two dimensions, colored by a metric.',
  behaviors: [],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'echarts',
  drawsCells: true,
  replaces: ['heatmap'],
  suits: { time: false, dimensions: [2, 2], metrics: [1, 1], rank: 82 },
}
