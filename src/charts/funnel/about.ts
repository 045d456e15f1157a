import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'funnel',
  name: 'Funnel Chart',
  category: 'KPI',
  tags: ['Business', 'ECharts', 'Progressive', 'Report', 'Sequential', 'Trend'],
  description: 'How many remain from stage to stage of a process, such as visits, sign-ups and orders.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'echarts',
  hasThumbnail: true,
}
