import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'radar',
  name: 'Radar Chart',
  category: 'Ranking',
  tags: ['Business', 'Comparison', 'Coordinates', 'Multi-Variables', 'Report', 'Web', 'ECharts'],
  description: 'Several metrics of a few groups, each metric on an axis of its own around one center.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
  suits: { time: false, dimensions: [1, 1], metrics: [3, 8], rank: 70 },
}
