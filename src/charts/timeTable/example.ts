import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { regionRows } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Each region with its year as a line, and the change in the last month.',
    form: {
      granularity_sqla: 'Month',
      metrics: ['Sales'],
      groupby: ['Region'],
      column_collection: [
        { colType: 'spark', label: 'Year', key: 'year', width: 70, height: 20 },
        { colType: 'time', label: 'Change', key: 'change', timeLag: 1, comparisonType: 'perc_change' },
      ],
    },
    data: [exampleResult(regionRows)],
  },
]
