import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { products } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Each product on three measures; lines that run alike are alike.',
    form: { series: 'Product', metrics: ['Price', 'Rating', 'Returns'], include_series: true },
    data: [
      exampleResult({
        Product: products,
        Price: [7.9, 5.2, 3.4, 1.1, 6.3],
        Rating: [4.6, 4.3, 3.9, 3.5, 4.1],
        Returns: [2.1, 1.7, 3.2, 0.6, 2.8],
      }),
    ],
  },
]
