import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_grid',
  name: 'deck.gl Grid',
  category: 'Map',
  tags: ['deckGL', '3D', 'Comparison', 'Experimental'],
  description: 'Points counted in square cells, which are colored and can be shown as columns.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  shows: 'plot',
  picture: 'heatmap',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: [],
}
