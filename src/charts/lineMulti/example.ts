import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { months } from '../shared/examples/months.ts'
import { salesByRegion } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Two saved line charts in one frame.',
    form: {
      line_charts: [1, 2],
      source_charts: [
        { id: 1, name: 'Coffee', formData: { x_axis: 'Month', metrics: ['Coffee'], groupby: [] } },
        { id: 2, name: 'Tea', formData: { x_axis: 'Month', metrics: ['Tea'], groupby: [] } },
      ],
    },
    data: [
      exampleResult({ Month: months(12), Coffee: salesByRegion.North }),
      exampleResult({ Month: months(12), Tea: salesByRegion.South }),
    ],
  },
]
