import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'mapbox',
  name: 'MapBox',
  category: 'Map',
  tags: ['Business', 'Intensity', 'Legacy', 'Density', 'Scatter', 'Transformable'],
  description:
    'Places on a map. Those near each other are combined into one circle with their number, or with an aggregate.',
  behaviors: ['INTERACTIVE_CHART'],
  shows: 'plot',
  picture: 'scatter',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: ['groupby'],
}
