import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'How much of the target is reached.',
    form: { metric: 'Reached', min_val: 0, max_val: 100, value_formatter: '{value} %' },
    data: [exampleResult({ Reached: [72] })],
  },
]
