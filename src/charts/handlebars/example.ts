import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { productSales, products } from '../shared/examples/sales.ts'

const template = `<ul>{{#each data}}
  <li><strong>{{Product}}</strong> {{formatNumber Sales format=',.0f'}}</li>
{{/each}}</ul>`
const styles = 'ul { margin: 0; padding-left: 18px; line-height: 1.8 }'

export const examples: ChartExample[] = [
  {
    caption: 'Each product on a line of its own, as the template says.',
    form: {
      query_mode: 'aggregate',
      groupby: ['Product'],
      metrics: ['Sales'],
      handlebarsTemplate: template,
      styleTemplate: styles,
    },
    data: [exampleResult({ Product: products, Sales: productSales })],
  },
]
