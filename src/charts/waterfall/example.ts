import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'From income to profit, step by step.',
    form: { x_axis: 'Step', metric: 'Amount', show_value: true },
    data: [
      exampleResult({
        Step: ['1 Sales', '2 Goods', '3 Wages', '4 Rent', '5 Other income'],
        Amount: [620, -280, -130, -60, 45],
      }),
    ],
  },
]
