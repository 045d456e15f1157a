import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'horizon',
  name: 'Horizon Chart',
  category: 'Distribution',
  tags: ['Legacy'],
  description: 'Many series over time in little space: values are folded into bands of stronger colors.',
  behaviors: [],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'react',
  hasThumbnail: true,
}
