import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'pie',
  name: 'Pie Chart',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Circular', 'Comparison', 'Percentages', 'Popular', 'Proportional', 'ECharts'],
  description: 'The shares of a whole, as slices of a pie or a ring. Works best with a few slices.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'pie',
  drawnWith: 'echarts',
  tile: 6,
  suits: { time: false, dimensions: [1, 1], metrics: [1, 1], rank: 75 },
}
