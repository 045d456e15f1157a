import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'chord',
  name: 'Chord Diagram',
  category: 'Flow',
  tags: ['Aesthetic', 'Circular', 'Legacy', 'Proportional', 'Relational'],
  description: 'Amounts that flow between names on a ring, in both directions.',
  behaviors: [],
  shows: 'plot',
  picture: 'pie',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
