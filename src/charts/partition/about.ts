import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'partition',
  name: 'Partition Chart',
  category: 'Part of a Whole',
  tags: ['Categorical', 'Comparison', 'Legacy', 'Proportional'],
  description: 'The parts of a whole as columns of blocks, one column per level.',
  behaviors: [],
  shows: 'plot',
  picture: 'treemap',
  drawnWith: 'echarts',
  hasThumbnail: true,
  suits: { time: false, dimensions: [3, 5], metrics: [1, 1], rank: 50 },
}
