import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_screengrid',
  name: 'deck.gl Screen Grid',
  category: 'Map',
  tags: ['deckGL', 'Comparison', 'Intensity', 'Experimental', 'Density'],
  description: 'Points counted in cells of the screen: the darker a cell, the more points it has.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: [],
}
