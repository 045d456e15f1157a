import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'mixed_timeseries',
  name: 'Mixed Chart',
  category: 'Evolution',
  tags: [
    'Advanced-Analytics',
    'Aesthetic',
    'ECharts',
    'Experimental',
    'Line',
    'Multi-Variables',
    'Time',
    'Transformable',
  ],
  description: 'Two queries on one x axis, for example bars and a line. Each has its own style and one of two y axes.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  dimensions: ['groupby', 'groupby_b'],
  dimensionsPerQuery: true,
  shows: 'plot',
  picture: 'bar',
  drawnWith: 'echarts',
  annotations: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  hasThumbnail: true,
  drawsAnyQuery: true,
  suits: { time: true, dimensions: [0, 1], metrics: [2, 4], rank: 75 },
}
