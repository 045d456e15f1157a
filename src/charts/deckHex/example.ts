import type { ChartExample } from '../shared/contract.ts'
import { scatteredPoints } from '../shared/maps/scatteredPoints.ts'

const form = { spatial: { type: 'latlong', lonCol: 'Longitude', latCol: 'Latitude' }, size: 'Orders' }

export const examples: ChartExample[] = [
  {
    caption: 'Orders around Paris in hexagons of two kilometers.',
    form: { ...form, grid_size: 2000, extruded: false },
    data: [scatteredPoints],
  },
  {
    caption: 'The same orders as columns.',
    form: {
      ...form,
      grid_size: 2000,
      js_agg_function: 'mean',
      viewport: { longitude: 2.35, latitude: 48.86, zoom: 9, bearing: 20, pitch: 45 },
    },
    data: [scatteredPoints],
  },
]
