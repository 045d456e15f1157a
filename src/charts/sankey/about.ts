import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'sankey_v2',
  name: 'Sankey Chart',
  category: 'Flow',
  tags: ['Directional', 'ECharts', 'Distribution', 'Flow'],
  description: 'Amounts that flow from sources to targets, each as a band as wide as the amount.',
  behaviors: [],
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'echarts',
  replaces: ['sankey', 'sankey_loop'],
  hasThumbnail: true,
  suits: { time: false, dimensions: [2, 2], metrics: [1, 1], rank: 60 },
}
