import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { months } from '../shared/examples/months.ts'
import { salesByRegion } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'A year of each region in a band; darker is more.',
    form: { granularity_sqla: 'Month', metrics: ['Sales'], groupby: ['Region'], series_height: 50 },
    data: [exampleResult({ __timestamp: months(12), ...salesByRegion })],
  },
]
