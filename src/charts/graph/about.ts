import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'graph_chart',
  name: 'Graph Chart',
  category: 'Flow',
  tags: ['Aesthetic', 'Circular', 'Comparison', 'Directional', 'ECharts', 'Relational', 'Structural', 'Transformable'],
  description: 'Names and the links between them. Shows groups, hubs and outsiders of a network.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  dimensions: ['source', 'target'],
  shows: 'plot',
  picture: 'scatter',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
