import { analytics } from '../shared/legacySeries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `metrics adhoc_filters groupby limit timeseries_limit_metric order_desc row_limit
  time_series_option contribution ${analytics}
  color_scheme number_format date_time_format partition_limit partition_threshold log_scale equal_date_size rich_tooltip`
