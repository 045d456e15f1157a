import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Categories and their products; the area is what they sold.',
    form: { groupby: ['Category', 'Product'], metric: 'Sales' },
    data: [
      exampleResult({
        Category: ['Hot', 'Hot', 'Hot', 'Cold', 'Cold', 'Snacks', 'Snacks'],
        Product: ['Coffee', 'Tea', 'Cocoa', 'Juice', 'Water', 'Cake', 'Nuts'],
        Sales: [512_000, 348_000, 96_000, 291_000, 187_000, 142_000, 88_000],
      }),
    ],
  },
]
