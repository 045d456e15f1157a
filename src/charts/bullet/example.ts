import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales against a target, over what counts as poor, fair and good.',
    form: {
      metric: 'Sales',
      ranges: '80,140,200',
      range_labels: 'Poor,Fair,Good',
      markers: '170',
      marker_labels: 'Target',
    },
    data: [exampleResult({ Sales: [157] })],
  },
]
