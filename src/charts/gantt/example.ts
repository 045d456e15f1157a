import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const hour = (at: number) => Date.UTC(2024, 0, 1, at)

export const examples: ChartExample[] = [
  {
    caption: 'When each delivery runs.',
    form: { start_time: 'Start', end_time: 'End', y_axis: 'Truck', series: 'State' },
    data: [
      exampleResult({
        Start: { times: [8, 11, 9, 14, 8, 13].map(hour) },
        End: { times: [10, 15, 13, 17, 12, 18].map(hour) },
        Truck: ['Truck 1', 'Truck 1', 'Truck 2', 'Truck 2', 'Truck 3', 'Truck 3'],
        State: ['done', 'on its way', 'done', 'planned', 'done', 'planned'],
      }),
    ],
  },
]
