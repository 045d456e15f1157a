import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'event_flow',
  name: 'Event Flow',
  category: 'Flow',
  tags: ['Legacy', 'Progressive'],
  description: 'The sequences of events of many entities, with equal beginnings combined.',
  behaviors: [],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
