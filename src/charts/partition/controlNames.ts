/** The controls that the contract lists for the type, in display order. */
export const controlNames = `metrics adhoc_filters groupby limit timeseries_limit_metric order_desc contribution row_limit
  time_series_option color_scheme number_format date_time_format partition_limit partition_threshold log_scale
  equal_date_size rich_tooltip rolling_type time_compare resample_rule`

/** Controls of the contract that are not implemented here. Saved values are kept. */
export const left: Record<string, string> = {
  contribution: 'it changes no picture: the heights of blocks are shares already',
  rolling_type: 'comes with a later version',
  time_compare: 'comes with a later version',
  resample_rule: 'comes with a later version',
}
