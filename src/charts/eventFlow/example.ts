import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'What visitors do first, then, and after that.',
    form: { entity: 'Visitor', all_columns_x: 'Page' },
    data: [
      exampleResult({
        Visitor: [1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6].map((visitor) => `Visitor ${visitor}`),
        Page: [
          ['Home', 'Product', 'Cart'],
          ['Home', 'Search'],
          ['Home', 'Product', 'Cart'],
          ['Search', 'Product', 'Cart'],
          ['Search', 'Home'],
          ['Home', 'Product', 'Home'],
        ].flat(),
      }),
    ],
  },
]
