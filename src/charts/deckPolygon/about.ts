import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_polygon',
  name: 'deck.gl Polygon',
  category: 'Map',
  tags: ['deckGL', '3D', 'Multi-Dimensions', 'Geo', 'Experimental'],
  description: 'Areas on a map, colored by a metric. A column holds the points of each area.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: [],
}
