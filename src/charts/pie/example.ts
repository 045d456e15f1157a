import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { productSales, products } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'The share of each product in all sales.',
    form: { groupby: ['Product'], metric: 'Sales', label_type: 'key_percent', show_legend: false },
    data: [exampleResult({ Product: products, Sales: productSales })],
  },
  {
    caption: 'The same as a ring with the total in its middle.',
    form: { groupby: ['Product'], metric: 'Sales', donut: true, innerRadius: 45, show_total: true, show_legend: false },
    data: [exampleResult({ Product: products, Sales: productSales })],
  },
]
