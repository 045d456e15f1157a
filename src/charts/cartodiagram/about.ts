import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'cartodiagram',
  name: 'Cartodiagram',
  category: 'Map',
  tags: ['Geo', '2D', 'Spatial', 'Experimental'],
  description: 'A saved chart at each place of a map, with the rows of the place.',
  behaviors: [],
  shows: 'plot',
  picture: 'pie',
  drawnWith: 'react',
  hasThumbnail: true,
  drawsCharts: true,
  dimensions: [],
}
