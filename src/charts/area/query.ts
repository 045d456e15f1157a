import { defineQuery } from '../shared/contract.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { timeseriesFormData } from '../shared/timeseries/formData.ts'
import { migrateLegacyArea } from '../shared/timeseries/migrate.ts'

export const query = defineQuery({
  formData: timeseriesFormData({ choices: ['line', 'smooth', 'start', 'middle', 'end'], area: true }),
  buildQuery: buildTimeseriesQuery,
  replaces: { area: migrateLegacyArea },
})
