import { time } from '../shared/legacySeries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${time} filter_configs date_filter instant_filtering show_sqla_time_granularity
  show_sqla_time_column adhoc_filters`

export { left } from '../shared/legacySeries/controlNames.ts'
