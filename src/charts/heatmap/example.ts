import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const parts = ['Morning', 'Noon', 'Evening']

export const examples: ChartExample[] = [
  {
    caption: 'Orders by weekday and part of the day; darker is more.',
    form: { x_axis: 'Weekday', groupby: 'Part', metric: 'Orders' },
    data: [
      exampleResult({
        Weekday: parts.flatMap(() => weekdays),
        Part: parts.flatMap((part) => weekdays.map(() => part)),
        Orders: [31, 28, 30, 33, 42, 61, 58, 64, 60, 66, 71, 83, 92, 74, 47, 49, 52, 58, 79, 88, 51],
      }),
    ],
  },
]
