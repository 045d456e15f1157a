import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'gantt_chart',
  name: 'Gantt Chart',
  category: 'Other',
  tags: ['ECharts', 'Featured', 'Timeline', 'Time'],
  description: 'Periods of time as bars, one row per category.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  dimensions: [],
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
