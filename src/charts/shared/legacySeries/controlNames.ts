/** Names of the shared controls of older charts over time, as the contract lists them: for their `controlNames.ts`. */

export const time = 'granularity granularity_sqla time_grain_sqla time_range'
export const query = 'metrics adhoc_filters groupby limit timeseries_limit_metric order_desc contribution row_limit'
export const analytics =
  'rolling_type rolling_periods min_periods time_compare comparison_type resample_rule resample_method'
export const yAxis = 'y_axis_label left_margin y_axis_showminmax y_log_scale y_axis_format y_axis_bounds'

const labelled = 'the axis labels its ends itself'

/** Controls of the contract that are not implemented here. Saved values are kept. */
export const left: Record<string, string> = {
  granularity: 'belonged to a database that is no longer supported',
  x_axis_showminmax: labelled,
  y_axis_showminmax: labelled,
  y_axis_2_showminmax: labelled,
  annotation_layers: 'the type does not draw them',
}
