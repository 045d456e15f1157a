/** The controls that the contract lists for the type, in display order. */
export const controlNames = `metric adhoc_filters row_limit time_compare start_date_offset y_axis_format
  percentDifferenceFormat currency_format header_font_size subtitle subtitle_font_size show_metric_name
  metric_name_font_size subheader_font_size comparison_color_enabled comparison_color_scheme column_config`
