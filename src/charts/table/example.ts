import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { productSales, products } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales and orders of each product, with bars behind the numbers.',
    form: { query_mode: 'aggregate', groupby: ['Product'], metrics: ['Sales', 'Orders'] },
    data: [
      exampleResult({
        Product: products.slice(0, 4),
        Sales: productSales.slice(0, 4),
        Orders: [8210, 7350, 5120, 6480],
      }),
    ],
  },
]
