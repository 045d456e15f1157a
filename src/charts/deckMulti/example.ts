import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const places = {
  Longitude: [2.35, 13.4, -0.13, -3.7, 12.5, 16.37, 18.07, 10.75],
  Latitude: [48.86, 52.52, 51.51, 40.42, 41.9, 48.21, 59.33, 59.91],
}
const orders = [820, 760, 940, 610, 430, 270, 190, 150]
const routes = {
  FromLongitude: [2.35, 2.35, -0.13, -0.13, 13.4, 13.4],
  FromLatitude: [48.86, 48.86, 51.51, 51.51, 52.52, 52.52],
  ToLongitude: [-3.7, 12.5, 18.07, 10.75, 16.37, -0.13],
  ToLatitude: [40.42, 41.9, 59.33, 59.91, 48.21, 51.51],
}
const latlong = (lonCol: string, latCol: string) => ({ type: 'latlong', lonCol, latCol })

/** Form data of saved charts, which contains all fields. */
const points = {
  viz_type: 'deck_scatter',
  spatial: latlong('Longitude', 'Latitude'),
  point_radius_fixed: { type: 'metric', value: 'Orders' },
  point_unit: 'radius_km',
  multiplier: 0.2,
  min_radius: 2,
  max_radius: 250,
  color_picker: { r: 70, g: 109, b: 219, a: 0.9 },
  legend_position: 'tr',
  js_columns: [],
}
const arcs = {
  viz_type: 'deck_arc',
  start_spatial: latlong('FromLongitude', 'FromLatitude'),
  end_spatial: latlong('ToLongitude', 'ToLatitude'),
  color_picker: { r: 70, g: 109, b: 219, a: 1 },
  target_color_picker: { r: 192, g: 98, b: 22, a: 1 },
  stroke_width: 2,
  legend_position: 'tr',
  js_columns: [],
}

export const examples: ChartExample[] = [
  {
    caption: 'Deliveries between cities above the orders of the cities.',
    form: {
      deck_slices: [1, 2],
      source_charts: [
        { id: 1, name: 'Orders', formData: points },
        { id: 2, name: 'Deliveries', formData: arcs },
      ],
    },
    data: [exampleResult({ ...places, Orders: orders }), exampleResult(routes)],
  },
]
