import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Goods that regions send to each other.',
    form: { groupby: 'From', columns: 'To', metric: 'Pallets' },
    data: [
      exampleResult({
        From: ['North', 'North', 'South', 'South', 'East', 'East', 'West', 'West'],
        To: ['South', 'East', 'North', 'West', 'South', 'West', 'North', 'East'],
        Pallets: [32, 18, 26, 14, 21, 9, 17, 12],
      }),
    ],
  },
]
