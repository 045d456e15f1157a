import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_heatmap',
  name: 'deck.gl Heatmap',
  category: 'Map',
  tags: ['deckGL', 'Spatial', 'Comparison', 'Experimental'],
  description: 'The density of points as a surface of colors.',
  behaviors: ['INTERACTIVE_CHART'],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: [],
}
