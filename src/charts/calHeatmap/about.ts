import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'cal_heatmap',
  name: 'Calendar Heatmap',
  category: 'Correlation',
  tags: ['Business', 'Comparison', 'Intensity', 'Pattern', 'Report', 'Trend'],
  description: 'A calendar whose cells are colored by a metric.',
  behaviors: [],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'react',
  hasThumbnail: true,
  suits: { time: true, dimensions: [0, 0], metrics: [1, 1], rank: 60 },
}
