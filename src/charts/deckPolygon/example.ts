import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

/** Adjacent areas of six by four degrees. */
const corners = Array.from({ length: 12 }, (_, at) => [-6 + 6 * (at % 4), 42 + 4 * Math.floor(at / 4)] as const)
const areas = corners.map(([x, y]) =>
  JSON.stringify([
    [x, y],
    [x + 6, y],
    [x + 6, y + 4],
    [x, y + 4],
  ]),
)
const orders = [120, 340, 610, 250, 480, 930, 870, 390, 210, 560, 720, 160]
const cells = ['u0', 'u1', 'u2', 'u3', 'gb', 'gc', 'sp', 'sr']

export const examples: ChartExample[] = [
  {
    caption: 'Orders of areas in five steps.',
    form: { line_column: 'Area', metric: 'Orders', stroked: true, extruded: false },
    data: [exampleResult({ Area: areas, Orders: orders })],
  },
  {
    caption: 'Orders of geohashes as heights, in colors between break points.',
    form: {
      line_column: 'Cell',
      line_type: 'geohash',
      metric: 'Orders',
      point_radius_fixed: { type: 'metric', value: 'Orders' },
      multiplier: 900,
      opacity: 100,
      break_points: ['0', '250', '500', '1000'],
      viewport: { longitude: 6.85, latitude: 31.2, zoom: 1, bearing: 15, pitch: 40 },
    },
    data: [exampleResult({ Cell: cells, Orders: orders.slice(0, cells.length) })],
  },
]
