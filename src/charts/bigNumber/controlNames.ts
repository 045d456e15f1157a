/** The controls that the contract lists for the type, in display order. */
export const controlNames = `x_axis time_grain_sqla metric adhoc_filters compare_lag compare_suffix show_timestamp
  show_trend_line start_y_axis_at_zero time_range_fixed color_picker
  header_font_size subheader_font_size y_axis_format currency_format time_format force_timestamp_formatting
  rolling_type rolling_periods min_periods resample_rule resample_method`
