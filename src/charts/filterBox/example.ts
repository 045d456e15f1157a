import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'A time range, and a select for each of two columns.',
    form: {
      filter_configs: [
        { key: 'region', column: 'Region' },
        { key: 'product', column: 'Product' },
      ],
    },
    data: [exampleResult({ Region: ['East', 'North', 'West'] }), exampleResult({ Product: ['Basic', 'Premium'] })],
  },
]
