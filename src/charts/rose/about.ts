import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'rose',
  name: 'Nightingale Rose Chart',
  category: 'Ranking',
  tags: ['Legacy', 'Advanced-Analytics', 'Circular', 'Multi-Layers', 'Pattern', 'Time', 'Trend'],
  description: 'A circle with a wedge for each time. The parts of a wedge are the series, stacked from the center.',
  behaviors: [],
  shows: 'plot',
  picture: 'pie',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
