import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'
import { regionsByMonth, regionsForm } from '../shared/examples/sales.ts'

export const examples: ChartExample[] = [
  { caption: 'Sales of each month in three regions.', form: regionsForm, data: [exampleResult(regionsByMonth)] },
]
