import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_contour',
  name: 'deck.gl Contour',
  category: 'Map',
  tags: ['deckGL', 'Spatial', 'Comparison'],
  description: 'Lines through places with the same density of points, and bands between such lines.',
  behaviors: ['INTERACTIVE_CHART'],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: [],
}
