import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'table',
  name: 'Table',
  category: 'Table',
  tags: ['Additive', 'Business', 'Pattern', 'Popular', 'Report', 'Sequential', 'Tabular', 'Description'],
  description: 'Rows and columns, raw or grouped, for reading exact values.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'rows',
  isMailedAsText: true,
  picture: 'table',
  drawnWith: 'react',
  annotates: 'table',
  rowsTable: 'table',
  tile: 4,
  suits: { dimensions: [0, 12], metrics: [0, 12], rank: 40 },
}
