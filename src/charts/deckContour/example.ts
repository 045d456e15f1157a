import type { ChartExample } from '../shared/contract.ts'
import { scatteredPoints } from '../shared/maps/scatteredPoints.ts'

const form = {
  spatial: { type: 'latlong', lonCol: 'Longitude', latCol: 'Latitude' },
  size: 'Orders',
  cellSize: 2500,
}

export const examples: ChartExample[] = [
  {
    caption: 'Lines around areas with 10, 20 and 40 orders.',
    form: {
      ...form,
      contours: [
        { lowerThreshold: 10, color: { r: 58, g: 138, b: 196, a: 1 }, strokeWidth: 2 },
        { lowerThreshold: 20, color: { r: 70, g: 109, b: 219, a: 1 }, strokeWidth: 2 },
        { lowerThreshold: 40, color: { r: 153, g: 101, b: 173, a: 1 }, strokeWidth: 3 },
      ],
    },
    data: [scatteredPoints],
  },
  {
    caption: 'Bands of orders in three colors.',
    form: {
      ...form,
      contours: [
        { lowerThreshold: 5, upperThreshold: 15, color: { r: 58, g: 138, b: 196, a: 1 } },
        { lowerThreshold: 15, upperThreshold: 30, color: { r: 70, g: 109, b: 219, a: 0.9 } },
        { lowerThreshold: 30, upperThreshold: 1000, color: { r: 153, g: 101, b: 173, a: 0.9 } },
      ],
    },
    data: [scatteredPoints],
  },
]
