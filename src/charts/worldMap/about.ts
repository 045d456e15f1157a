import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'world_map',
  name: 'World Map',
  category: 'Map',
  tags: [
    '2D',
    'Aesthetic',
    'Comparison',
    'Intensity',
    'Legacy',
    'Multi-Dimensions',
    'Multi-Layers',
    'Multi-Variables',
    'Scatter',
    'Popular',
  ],
  description: 'Countries colored by a metric, with bubbles for a second one.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'echarts',
  hasThumbnail: true,
  dimensions: ['entity'],
}
