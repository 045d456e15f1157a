import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'tree_chart',
  name: 'Tree Chart',
  category: 'Part of a Whole',
  tags: ['Categorical', 'ECharts', 'Multi-Levels', 'Relational', 'Structural'],
  description: 'A hierarchy of rows that each name their parent, such as an organization.',
  behaviors: [],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
