import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { days } from '../shared/examples/months.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Orders of each day, one block per month.',
    form: {
      granularity_sqla: 'Day',
      domain_granularity: 'month',
      subdomain_granularity: 'day',
      metrics: ['Orders'],
      show_legend: false,
      show_metric_name: false,
    },
    data: [
      exampleResult({
        __timestamp: days(182),
        Orders: days(182).times.map((_, day) => 80 + ((day * 37) % 61) + (day % 7 > 4 ? 70 : 0)),
      }),
    ],
  },
]
