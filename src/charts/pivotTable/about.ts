import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'pivot_table_v2',
  name: 'Pivot Table',
  category: 'Table',
  tags: ['Additive', 'Report', 'Tabular', 'Popular'],
  description: 'Metrics by several dimensions on rows and columns, with subtotals and totals for every level.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  dimensions: ['groupbyRows', 'groupbyColumns'],
  shows: 'rows',
  isMailedAsText: true,
  picture: 'table',
  hasThumbnail: true,
  drawnWith: 'react',
  drawsCells: true,
  rowsTable: 'pivot',
  replaces: ['pivot_table'],
  suits: { dimensions: [2, 6], metrics: [1, 6], rank: 80 },
}
