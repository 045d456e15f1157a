import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { regionsByMonth, regionsForm } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Sales of each month in three regions, as points.',
    form: { ...regionsForm, markerEnabled: true, markerSize: 8 },
    data: [exampleResult(regionsByMonth)],
  },
]
