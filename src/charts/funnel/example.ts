import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'How many visitors get how far.',
    form: { groupby: ['Step'], metric: 'Visitors', label_type: 4, show_legend: false },
    data: [
      exampleResult({
        Step: ['Visit', 'Product', 'Cart', 'Address', 'Order'],
        Visitors: [9800, 6100, 2900, 1800, 1300],
      }),
    ],
  },
]
