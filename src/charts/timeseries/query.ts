import { defineQuery } from '../shared/contract.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { timeseriesFormData } from '../shared/timeseries/formData.ts'
import { seriesTypes } from '../shared/timeseries/styles.ts'

export const query = defineQuery({
  formData: timeseriesFormData({ choices: seriesTypes }),
  buildQuery: buildTimeseriesQuery,
})
