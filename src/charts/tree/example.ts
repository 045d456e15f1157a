import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Who reports to whom.',
    form: { id: 'Id', parent: 'Parent', name: 'Name' },
    data: [
      exampleResult({
        Id: ['1', '2', '3', '4', '5', '6', '7', '8'],
        Parent: ['', '1', '1', '2', '2', '3', '3', '3'],
        Name: ['Head office', 'Sales', 'Logistics', 'Shops', 'Online', 'Storage', 'Fleet', 'Returns'],
      }),
    ],
  },
]
