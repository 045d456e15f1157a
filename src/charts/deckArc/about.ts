import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_arc',
  name: 'deck.gl Arc',
  category: 'Map',
  tags: ['deckGL', 'Geo', '3D', 'Relational', 'Web'],
  description: 'Arcs between two places of each row, such as routes.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  shows: 'plot',
  picture: 'scatter',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: ['dimension'],
}
