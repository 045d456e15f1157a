import { defineQuery } from '../shared/contract.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { timeseriesFormData } from '../shared/timeseries/formData.ts'

export const query = defineQuery({
  formData: timeseriesFormData({ choices: ['start', 'middle', 'end'] }),
  buildQuery: buildTimeseriesQuery,
})
