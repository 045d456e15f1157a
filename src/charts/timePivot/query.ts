import { defineQuery } from '../shared/contract.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { formData, type TimePivotForm } from './formData.ts'
import { lineFormOf } from './lineFormOf.ts'

export const query = defineQuery<TimePivotForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) =>
    buildTimeseriesQuery({ formData: lineFormOf(form, datasource), datasource }),
})
