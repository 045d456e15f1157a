import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { productSales, products } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Price against rating; the size of a bubble is what was sold.',
    form: {
      entity: 'Product',
      x: 'Price',
      y: 'Rating',
      size: 'Sold',
      truncateYAxis: true,
      y_axis_bounds: [3, 5],
      show_legend: false,
      x_axis_label: 'Price',
      y_axis_label: 'Rating',
    },
    data: [
      exampleResult({
        Product: products,
        Price: [7.9, 5.2, 3.4, 1.1, 6.3],
        Rating: [4.6, 4.3, 3.9, 3.5, 4.1],
        Sold: productSales,
      }),
    ],
  },
]
