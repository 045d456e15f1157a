import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { regionRows } from '../shared/examples/sales.ts'

/** The rows of the first two regions. */
const twoRegions = {
  __timestamp: { times: regionRows.__timestamp.times.slice(0, 24) },
  Region: regionRows.Region.slice(0, 24),
  Sales: regionRows.Sales.slice(0, 24),
}

export const examples: ChartExample[] = [
  {
    caption: 'Whether the sales of two regions differ, month by month.',
    form: {
      granularity_sqla: 'Month',
      metrics: ['Sales'],
      groupby: ['Region'],
      pvalue_precision: 2,
      liftvalue_precision: 1,
    },
    data: [exampleResult(twoRegions)],
  },
]
