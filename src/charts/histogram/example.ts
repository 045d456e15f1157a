import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'How many orders fall into each range of value.',
    form: { column: 'Value', bins: 7, show_legend: false },
    data: [
      exampleResult({
        '0 - 20': [34],
        '20 - 40': [118],
        '40 - 60': [163],
        '60 - 80': [121],
        '80 - 100': [74],
        '100 - 120': [31],
        '120 - 140': [12],
      }),
    ],
  },
]
