import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'All sales of the year, with a subtitle.',
    form: { metric: 'Sales', subtitle: 'of the year 2024' },
    data: [exampleResult({ Sales: [1_693_000] })],
  },
]
