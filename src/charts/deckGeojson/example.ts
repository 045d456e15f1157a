import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const feature = (type: string, coordinates: unknown, properties: Record<string, unknown>) =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type, coordinates } })

const area = [
  [
    [-4.5, 48.5],
    [2, 51],
    [8.2, 49],
    [7, 43.7],
    [3, 42.5],
    [-1.8, 43.4],
    [-4.5, 48.5],
  ],
]
const line = [
  [2.35, 48.86],
  [4.84, 45.76],
  [9.19, 45.46],
  [12.5, 41.9],
]
const shapes = [
  feature('Polygon', area, { fill: '#8fa9ea', stroke: '#2b6d99' }),
  feature('LineString', line, { stroke: '#c96a1e' }),
  ...line.map((point) => feature('Point', point, { fill: '#c96a1e' })),
]
const transparent = { r: 0, g: 0, b: 0, a: 0 }

export const examples: ChartExample[] = [
  {
    caption: 'An area, a line and points in the colors of their features.',
    form: {
      geojson: 'Shape',
      fill_color_picker: transparent,
      stroke_color_picker: transparent,
      stroked: true,
      line_width: 2,
      line_width_unit: 'pixels',
    },
    data: [exampleResult({ Shape: shapes })],
  },
  {
    caption: 'The same shapes in one color.',
    form: { geojson: 'Shape', fill_color_picker: { r: 68, g: 107, b: 218, a: 0.5 }, point_radius_scale: 30_000 },
    data: [exampleResult({ Shape: shapes })],
  },
]
