import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'time_table',
  name: 'Time-series Table',
  category: 'Table',
  tags: ['Multi-Variables', 'Comparison', 'Legacy', 'Percentages', 'Tabular', 'Text', 'Trend'],
  description:
    'A row for each metric or group, with sparklines, comparisons with earlier periods, shares and averages.',
  behaviors: [],
  shows: 'rows',
  picture: 'table',
  hasThumbnail: true,
  drawnWith: 'react',
  suits: { time: true, dimensions: [0, 1], metrics: [2, 8], rank: 65 },
}
