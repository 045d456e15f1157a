import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const countries = {
  Country: ['US', 'CA', 'BR', 'AR', 'GB', 'FR', 'DE', 'ES', 'SE', 'NG', 'ZA', 'EG', 'IN', 'CN', 'JP', 'AU', 'SG'],
  Orders: [9200, 2100, 3100, 900, 4100, 3900, 4600, 2200, 1100, 700, 1300, 600, 5200, 6100, 3600, 1900, 800],
  Returns: [410, 60, 240, 80, 160, 190, 150, 120, 20, 60, 70, 50, 380, 260, 90, 60, 10],
}

export const examples: ChartExample[] = [
  {
    caption: 'Orders by country, and returns as bubbles.',
    form: { entity: 'Country', metric: 'Orders', show_bubbles: true, secondary_metric: 'Returns' },
    data: [exampleResult(countries)],
  },
  {
    caption: 'Countries with a color of their own.',
    form: { entity: 'Country', metric: 'Orders', color_by: 'country' },
    data: [exampleResult(countries)],
  },
]
