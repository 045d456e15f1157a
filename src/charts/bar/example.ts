import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { productSales, products, regionsByMonth, regionsForm } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales of each month, stacked by region.',
    form: { ...regionsForm, stack: 'Stack' },
    data: [exampleResult(regionsByMonth)],
  },
  {
    caption: 'Sales of each product, as horizontal bars.',
    form: { x_axis: 'Product', metrics: ['Sales'], orientation: 'horizontal', show_legend: false },
    data: [exampleResult({ Product: products.toReversed(), Sales: productSales.toReversed() })],
  },
]
