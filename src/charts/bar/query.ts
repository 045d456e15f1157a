import { defineQuery } from '../shared/contract.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { timeseriesFormData } from '../shared/timeseries/formData.ts'
import { migrateLegacyBar, migrateLegacyDistBar } from '../shared/timeseries/migrate.ts'

export const query = defineQuery({
  formData: timeseriesFormData({ fixed: 'bar' }),
  buildQuery: buildTimeseriesQuery,
  replaces: { bar: migrateLegacyBar, dist_bar: migrateLegacyDistBar },
})
