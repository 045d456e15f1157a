import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Three regions on five measures.',
    form: {
      groupby: ['Region'],
      metrics: ['Sales', 'Orders', 'Margin', 'Rating', 'Returns'],
      show_labels: false,
      show_legend: false,
    },
    data: [
      exampleResult({
        Region: ['North', 'South', 'East'],
        Sales: [90, 70, 55],
        Orders: [80, 85, 60],
        Margin: [60, 50, 75],
        Rating: [75, 65, 85],
        Returns: [40, 55, 30],
      }),
    ],
  },
]
