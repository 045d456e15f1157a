import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { months } from '../shared/examples/months.ts'
import { salesByMonth } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales on the left axis, the price of coffee on the right one.',
    form: { granularity_sqla: 'Month', metric: 'Sales', metric_2: 'Price' },
    data: [
      exampleResult({ __timestamp: months(12), Sales: salesByMonth }),
      exampleResult({ __timestamp: months(12), Price: [3.1, 3.1, 3.2, 3.4, 3.6, 3.9, 4.1, 4, 3.8, 3.9, 4.2, 4.4] }),
    ],
  },
]
