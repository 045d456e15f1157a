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
        { lowerThreshold: 10, color: { r: 131, g: 194, b: 189, a: 1 }, strokeWidth: 2 },
        { lowerThreshold: 20, color: { r: 43, g: 109, b: 153, a: 1 }, strokeWidth: 2 },
        { lowerThreshold: 40, color: { r: 31, g: 52, b: 95, a: 1 }, strokeWidth: 3 },
      ],
    },
    data: [scatteredPoints],
  },
  {
    caption: 'Bands of orders in three colors.',
    form: {
      ...form,
      contours: [
        { lowerThreshold: 5, upperThreshold: 15, color: { r: 131, g: 194, b: 189, a: 0.8 } },
        { lowerThreshold: 15, upperThreshold: 30, color: { r: 58, g: 139, b: 169, a: 0.8 } },
        { lowerThreshold: 30, upperThreshold: 1000, color: { r: 37, g: 79, b: 128, a: 0.8 } },
      ],
    },
    data: [scatteredPoints],
  },
]
