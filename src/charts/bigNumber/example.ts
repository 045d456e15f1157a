import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { months } from '../shared/examples/months.ts'
import { salesByMonth } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales of the last month, the change from the month before, and the months as a line.',
    form: { x_axis: 'Month', time_grain_sqla: 'P1M', metric: 'Sales', compare_lag: 1, compare_suffix: 'over a month' },
    data: [exampleResult({ Month: months(12), Sales: salesByMonth })],
  },
]
