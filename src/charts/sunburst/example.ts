import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Categories inside, their products outside.',
    form: { columns: ['Category', 'Product'], metric: 'Sales', show_labels: true, show_labels_threshold: 2 },
    data: [
      exampleResult({
        Category: ['Hot', 'Hot', 'Hot', 'Cold', 'Cold', 'Snacks', 'Snacks'],
        Product: ['Coffee', 'Tea', 'Cocoa', 'Juice', 'Water', 'Cake', 'Nuts'],
        Sales: [512_000, 348_000, 96_000, 291_000, 187_000, 142_000, 88_000],
      }),
    ],
  },
]
