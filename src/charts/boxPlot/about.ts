import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'box_plot',
  name: 'Box Plot',
  category: 'Distribution',
  tags: ['ECharts', 'Range', 'Statistical'],
  description: 'The median, the quartiles and the extremes of a metric for each group.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'echarts',
  hasThumbnail: true,
  suits: { time: true, dimensions: [1, 2], metrics: [1, 2], rank: 50 },
}
