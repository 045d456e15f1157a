import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales of each product and quarter, in rows and columns.',
    form: { groupbyRows: ['Product'], groupbyColumns: ['Quarter'], metrics: ['Sales'] },
    data: [
      exampleResult({
        Product: ['Coffee', 'Coffee', 'Coffee', 'Tea', 'Tea', 'Tea', 'Juice', 'Juice', 'Juice'],
        Quarter: ['Q1', 'Q2', 'Q3', 'Q1', 'Q2', 'Q3', 'Q1', 'Q2', 'Q3'],
        Sales: [118_000, 127_000, 131_000, 92_000, 84_000, 79_000, 48_000, 83_000, 102_000],
      }),
    ],
  },
]
