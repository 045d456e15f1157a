import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'filter_box',
  name: 'Filter box',
  category: 'Tools',
  tags: ['Legacy', 'Deprecated'],
  description: 'Filters in a tile of a dashboard: a time range, and values of columns.',
  behaviors: [],
  shows: 'plot',
  picture: 'table',
  hasThumbnail: true,
  drawnWith: 'react',
  filtersDashboard: true,
  badge: { label: 'Deprecated', explanation: 'Filters of a dashboard are now set in its filter bar.' },
}
