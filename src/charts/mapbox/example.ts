import type { ChartExample } from '../shared/contract.ts'
import { scatteredPoints } from '../shared/maps/scatteredPoints.ts'

const form = { all_columns_x: 'Longitude', all_columns_y: 'Latitude' }

export const examples: ChartExample[] = [
  {
    caption: 'Orders around Paris: each circle has the sum of the orders near it.',
    form: { ...form, mapbox_label: ['Orders'] },
    data: [scatteredPoints],
  },
]
