import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'How the daily sales of each region are spread.',
    form: { columns: ['Day'], groupby: ['Region'], metrics: ['Sales'] },
    data: [
      exampleResult({
        Region: ['North', 'South', 'East'],
        Sales__mean: [2180, 1650, 1240],
        Sales__median: [2150, 1600, 1210],
        Sales__max: [3300, 2500, 1900],
        Sales__min: [1100, 900, 700],
        Sales__q1: [1800, 1350, 1020],
        Sales__q3: [2550, 1950, 1450],
        Sales__count: [366, 366, 366],
        Sales__outliers: [[3900], [420, 2980], []],
      }),
    ],
  },
]
