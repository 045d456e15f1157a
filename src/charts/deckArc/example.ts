import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const routes = {
  FromLongitude: [2.35, 2.35, 2.35, -0.13, -0.13, 13.4, 13.4, 12.5],
  FromLatitude: [48.86, 48.86, 48.86, 51.51, 51.51, 52.52, 52.52, 41.9],
  ToLongitude: [-3.7, 12.5, 13.4, 18.07, 10.75, 21.01, 16.37, 23.73],
  ToLatitude: [40.42, 41.9, 52.52, 59.33, 59.91, 52.23, 48.21, 37.98],
}
const carriers = ['Rail', 'Air', 'Rail', 'Air', 'Sea', 'Rail', 'Rail', 'Sea']
const form = {
  start_spatial: { type: 'latlong', lonCol: 'FromLongitude', latCol: 'FromLatitude' },
  end_spatial: { type: 'latlong', lonCol: 'ToLongitude', latCol: 'ToLatitude' },
}

export const examples: ChartExample[] = [
  {
    caption: 'Deliveries between cities, colored by carrier.',
    form: { ...form, dimension: 'Carrier' },
    data: [exampleResult({ ...routes, Carrier: carriers })],
  },
  {
    caption: 'The same deliveries from their start to their end.',
    form: {
      ...form,
      color_picker: { r: 68, g: 107, b: 218, a: 1 },
      target_color_picker: { r: 192, g: 98, b: 22, a: 1 },
      stroke_width: 2,
    },
    data: [exampleResult(routes)],
  },
]
