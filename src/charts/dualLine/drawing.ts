import type { EChartsDrawing } from '../shared/contract.ts'
import { drawing as mixed } from '../shared/mixed/drawing.ts'
import type { DualLineForm } from './formData.ts'
import { mixedOf } from './mixedOf.ts'

export const drawing: EChartsDrawing<DualLineForm> = {
  option: (input) => mixed.option({ ...input, formData: mixedOf(input.formData, input.datasource) }),
  needs: ({ formData: { metric, metric_2 } }) =>
    metric === undefined || metric_2 === undefined ? 'Select a metric for each of the two axes.' : undefined,
  rowsOf: (input) => mixed.rowsOf!({ ...input, formData: mixedOf(input.formData, input.datasource) }),
  register: (form, isLarge) => mixed.register(mixedOf(form), isLarge),
}
