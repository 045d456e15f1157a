import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_geojson',
  name: 'deck.gl Geojson',
  category: 'Map',
  tags: ['deckGL', '2D', 'Aesthetic'],
  description: 'Points, lines and areas of a column with GeoJSON, on one map.',
  behaviors: ['DRILL_TO_DETAIL'],
  shows: 'plot',
  picture: 'scatter',
  drawnWith: 'react',
  hasThumbnail: true,
  dimensions: [],
}
