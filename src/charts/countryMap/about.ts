import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'country_map',
  name: 'Country Map',
  category: 'Map',
  tags: ['2D', 'Comparison', 'Geo', 'Range', 'Report', 'Stacked'],
  description: 'The regions of one country, colored by a metric.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'echarts',
  hasThumbnail: true,
  dimensions: ['entity'],
}
