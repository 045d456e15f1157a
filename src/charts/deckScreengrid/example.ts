import type { ChartExample } from '../shared/contract.ts'
import { scatteredPoints } from '../shared/maps/scatteredPoints.ts'

const form = { spatial: { type: 'latlong', lonCol: 'Longitude', latCol: 'Latitude' }, size: 'Orders' }

export const examples: ChartExample[] = [
  { caption: 'Orders around Paris in cells of 12 px.', form: { ...form, grid_size: 12 }, data: [scatteredPoints] },
  {
    caption: 'The same orders in larger cells of another color.',
    form: { ...form, grid_size: 28, color_picker: { r: 201, g: 106, b: 30, a: 0.9 } },
    data: [scatteredPoints],
  },
]
