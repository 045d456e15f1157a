import type { ChartAbout } from '../../shared/contract.ts'

/** A type that uses every field of the contract, for the test of the list. */
export const about: ChartAbout = {
  type: 'toy_chart',
  name: 'Toy Chart',
  category: 'Toys',
  tags: ['Toy tag'],
  description: 'Every field of the contract.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  shows: 'figure',
  picture: 'heatmap',
  drawnWith: 'echarts',
  replaces: ['old_toy'],
  rowsTable: 'table',
  tile: 2.5,
  badge: { label: 'Beta', explanation: 'It may change.' },
  hasThumbnail: true,
  annotations: ['EVENT'],
  forecast: true,
}
