import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'bullet',
  name: 'Bullet Chart',
  category: 'KPI',
  tags: ['Business', 'Legacy', 'Report', 'nvd3'],
  description: 'One value against ranges and targets.',
  behaviors: [],
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'react',
  hasThumbnail: true,
}
