import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'word_cloud',
  name: 'Word Cloud',
  category: 'Ranking',
  tags: ['Aesthetic', 'Categorical', 'Comparison', 'Description', 'Density', 'Single Metric'],
  description: 'The values of a dimension as words: the larger the metric, the larger the word.',
  behaviors: [],
  shows: 'plot',
  picture: 'treemap',
  drawnWith: 'react',
  hasThumbnail: true,
  suits: { time: false, dimensions: [1, 1], metrics: [1, 1], rank: 55 },
}
