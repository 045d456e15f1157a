import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'deck_multi',
  name: 'deck.gl Multiple Layers',
  category: 'Map',
  tags: ['deckGL', 'Multi-Layers'],
  description: 'Several saved deck.gl charts as layers of one map. They may have different datasets.',
  behaviors: [],
  shows: 'plot',
  picture: 'scatter',
  drawnWith: 'react',
  hasThumbnail: true,
  drawsCharts: true,
  drawsAnyQuery: true,
  dimensions: [],
}
