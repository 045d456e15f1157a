import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'big_number',
  name: 'Big Number with Trendline',
  category: 'KPI',
  tags: ['Advanced-Analytics', 'Formattable', 'Line', 'Percentages', 'Popular', 'Report', 'Description', 'Trend'],
  description: 'The latest value of a series, its change, and a trendline.',
  behaviors: ['DRILL_TO_DETAIL'],
  shows: 'figure',
  picture: 'bigNumberTrend',
  drawnWith: 'react',
  suits: { time: true, dimensions: [0, 0], metrics: [1, 1], rank: 90 },
}
