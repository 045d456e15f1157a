import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'big_number_total',
  name: 'Big Number',
  category: 'KPI',
  tags: ['Additive', 'Business', 'Formattable', 'Legacy', 'Percentages', 'Popular', 'Report', 'Description'],
  description: 'One value in large type.',
  behaviors: ['DRILL_TO_DETAIL'],
  shows: 'figure',
  picture: 'bigNumber',
  drawnWith: 'react',
  tile: 5,
  suits: { time: false, dimensions: [0, 0], metrics: [1, 1], rank: 100 },
}
