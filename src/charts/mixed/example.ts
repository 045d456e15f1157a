import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { months } from '../shared/examples/months.ts'
import { salesByMonth } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales of each month as bars, and the profit margin as a line on a second axis.',
    form: {
      x_axis: 'Month',
      time_grain_sqla: 'P1M',
      metrics: ['Sales'],
      metrics_b: ['Margin'],
      seriesType: 'bar',
      seriesTypeB: 'line',
      yAxisIndexB: 1,
      y_axis_format_secondary: '.0%',
    },
    data: [
      exampleResult({ Month: months(12), Sales: salesByMonth }),
      exampleResult({
        Month: months(12),
        Margin: [0.21, 0.2, 0.22, 0.24, 0.25, 0.27, 0.28, 0.27, 0.25, 0.24, 0.22, 0.26],
      }),
    ],
  },
]
