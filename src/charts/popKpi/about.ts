import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'pop_kpi',
  name: 'Big Number with Time Period Comparison',
  category: 'KPI',
  tags: ['Comparison', 'Business', 'ECharts', 'Percentages', 'Report', 'Advanced-Analytics'],
  description: 'One value, the same value of an earlier period, and the change between them.',
  behaviors: [],
  shows: 'figure',
  picture: 'bigNumber',
  drawnWith: 'react',
  hasThumbnail: true,
  suits: { time: false, dimensions: [0, 0], metrics: [1, 1], rank: 70 },
}
