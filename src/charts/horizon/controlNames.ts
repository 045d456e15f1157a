/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_grain_sqla time_range metrics adhoc_filters groupby limit
  timeseries_limit_metric order_desc contribution row_limit series_height horizon_color_scale`
