import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'gauge_chart',
  name: 'Gauge Chart',
  category: 'KPI',
  tags: ['Multi-Variables', 'Business', 'Comparison', 'ECharts', 'Report'],
  description: 'One value, or a few, on a dial, for example against a target.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'pie',
  drawnWith: 'echarts',
  hasThumbnail: true,
  suits: { time: false, dimensions: [0, 0], metrics: [1, 1], rank: 50 },
}
