import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_path',
  name: 'deck.gl Path',
  category: 'Map',
  tags: ['deckGL', 'Web'],
  description: 'Lines on a map, such as roads, rivers and journeys. A column holds the points of each line.',
  behaviors: ['DRILL_TO_DETAIL'],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: [],
}
