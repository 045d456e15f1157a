import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_scatter',
  name: 'deck.gl Scatterplot',
  category: 'Map',
  tags: ['deckGL', 'Comparison', 'Scatter', '2D', 'Geo', 'Intensity', 'Density'],
  description: 'Places as circles on a map, sized by a metric and colored by a column.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  shows: 'plot',
  picture: 'scatter',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: ['dimension'],
}
