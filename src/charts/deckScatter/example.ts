import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const cities = {
  Longitude: [2.35, 13.4, -0.13, -3.7, 12.5, 16.37, 21.01, 18.07, 10.75, 23.73, -9.14, 4.9],
  Latitude: [48.86, 52.52, 51.51, 40.42, 41.9, 48.21, 52.23, 59.33, 59.91, 37.98, 38.72, 52.37],
}
const orders = [820, 760, 940, 610, 430, 270, 310, 190, 150, 120, 160, 330]
const regions = [
  'West',
  'Center',
  'West',
  'South',
  'South',
  'Center',
  'Center',
  'North',
  'North',
  'South',
  'South',
  'West',
]
const spatial = { type: 'latlong', lonCol: 'Longitude', latCol: 'Latitude' }

export const examples: ChartExample[] = [
  {
    caption: 'Orders of cities as the areas of circles.',
    form: {
      spatial,
      point_radius_fixed: { type: 'metric', value: 'Orders' },
      point_unit: 'radius_km',
      multiplier: 0.2,
      dimension: 'Region',
    },
    data: [exampleResult({ ...cities, Region: regions, Orders: orders })],
  },
  {
    caption: 'Places of one size and color.',
    form: {
      spatial,
      point_radius_fixed: { type: 'fix', value: 60 },
      point_unit: 'radius_km',
      color_picker: { r: 68, g: 107, b: 218, a: 1 },
    },
    data: [exampleResult(cities)],
  },
]
