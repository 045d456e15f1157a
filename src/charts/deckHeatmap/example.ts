import type { ChartExample } from '../shared/contract.ts'
import { scatteredPoints } from '../shared/maps/scatteredPoints.ts'

const form = { spatial: { type: 'latlong', lonCol: 'Longitude', latCol: 'Latitude' }, size: 'Orders' }

export const examples: ChartExample[] = [
  { caption: 'The density of orders around Paris.', form, data: [scatteredPoints] },
  {
    caption: 'The mean of orders, with a smaller radius and another scheme.',
    form: { ...form, aggregation: 'mean', radius_pixels: 20, linear_color_scheme: 'schemeBlues' },
    data: [scatteredPoints],
  },
]
