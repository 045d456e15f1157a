import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const journeys = [
  [
    [2.35, 48.86],
    [4.84, 45.76],
    [5.37, 43.3],
    [7.27, 43.7],
    [9.19, 45.46],
    [12.5, 41.9],
  ],
  [
    [-0.13, 51.51],
    [2.35, 48.86],
    [4.35, 50.85],
    [4.9, 52.37],
    [9.99, 53.55],
    [13.4, 52.52],
  ],
  [
    [13.4, 52.52],
    [14.42, 50.09],
    [16.37, 48.21],
    [19.04, 47.5],
    [20.46, 44.79],
    [23.32, 42.7],
  ],
]

export const examples: ChartExample[] = [
  {
    caption: 'Three journeys through Europe.',
    form: { line_column: 'Journey', line_width: 3, color_picker: { r: 68, g: 107, b: 218, a: 1 } },
    data: [exampleResult({ Journey: journeys.map((points) => JSON.stringify(points)) })],
  },
  {
    caption: 'A flight over 180 degrees of longitude, which the map continues.',
    form: { line_column: 'Flight', line_width: 2, color_picker: { r: 192, g: 98, b: 22, a: 1 } },
    data: [
      exampleResult({
        Flight: [
          '[[139.8,35.6],[170,48],[-170,52],[-150,50],[-122.4,37.8]]',
          '[[151.2,-33.9],[178,-25],[-157.9,21.3]]',
        ],
      }),
    ],
  },
]
