import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { days } from '../shared/examples/months.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Orders of each weekday of this week, over those of the weeks before.',
    form: {
      granularity_sqla: 'Day',
      time_grain_sqla: 'P1D',
      metric: 'Orders',
      freq: 'W-MON',
      x_axis_format: '%a',
      show_legend: false,
    },
    data: [
      exampleResult({
        __timestamp: days(28),
        Orders: [
          120, 132, 140, 138, 151, 96, 70, 118, 139, 144, 149, 158, 99, 74, 126, 141, 150, 152, 163, 104, 80, 131, 149,
          158, 161, 176, 118, 88,
        ],
      }),
    ],
  },
]
