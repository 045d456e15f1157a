import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const lastMonth = {
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: 'Month',
  operator: 'TEMPORAL_RANGE',
  comparator: '2024-12-01 : 2025-01-01',
}

export const examples: ChartExample[] = [
  {
    caption: 'Sales of this month against the month before.',
    form: { metric: 'Sales', time_compare: '1 month ago', adhoc_filters: [lastMonth], comparison_color_enabled: true },
    data: [exampleResult({ Sales: [157_000] }), exampleResult({ Sales: [129_000] })],
  },
]
