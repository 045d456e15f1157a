/** The controls that the contract lists for the type, in display order. */
export const controlNames = `columns time_grain_sqla groupby metrics adhoc_filters series_limit series_limit_metric
  whiskerOptions x_axis_title x_axis_title_margin y_axis_title y_axis_title_margin y_axis_title_position color_scheme
  x_ticks_layout number_format date_format`
