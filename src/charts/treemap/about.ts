import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'treemap_v2',
  name: 'Treemap',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Comparison', 'ECharts', 'Multi-Levels', 'Percentages', 'Proportional'],
  description: 'The parts of a whole as rectangles, level within level. Shows many parts of very different sizes.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'treemap',
  drawnWith: 'echarts',
  replaces: ['treemap'],
  suits: { time: false, dimensions: [2, 3], metrics: [1, 1], rank: 78 },
}
