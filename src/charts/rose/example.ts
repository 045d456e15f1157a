import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { months } from '../shared/examples/months.ts'
import { salesByRegion } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales of each month around the year, by region.',
    form: {
      granularity_sqla: 'Month',
      time_grain_sqla: 'P1M',
      metrics: ['Sales'],
      groupby: ['Region'],
      date_time_format: '%b',
    },
    data: [exampleResult({ __timestamp: months(12), ...salesByRegion })],
  },
]
