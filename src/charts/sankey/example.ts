import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'How goods flow from where they arrive to where they are sold.',
    form: { source: 'From', target: 'To', metric: 'Pallets' },
    data: [
      exampleResult({
        From: ['Port', 'Port', 'Rail', 'Rail', 'Road', 'North', 'North', 'South', 'South'],
        To: ['North', 'South', 'North', 'South', 'South', 'Shops', 'Online', 'Shops', 'Online'],
        Pallets: [52, 30, 24, 18, 12, 46, 30, 34, 26],
      }),
    ],
  },
]
