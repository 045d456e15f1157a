import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'para',
  name: 'Parallel Coordinates',
  category: 'Ranking',
  tags: ['Coordinates', 'Directional', 'Legacy', 'Relational'],
  description: 'Each row as a line over one axis per metric. Shows which metrics go together.',
  behaviors: [],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
  suits: { time: false, dimensions: [1, 1], metrics: [3, 8], rank: 60 },
}
