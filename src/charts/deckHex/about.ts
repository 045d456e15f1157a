import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_hex',
  name: 'deck.gl 3D Hexagon',
  category: 'Map',
  tags: ['deckGL', '3D', 'Geo', 'Comparison', 'Experimental'],
  description: 'Points counted in hexagons, which are colored and can be shown as columns.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: [],
}
