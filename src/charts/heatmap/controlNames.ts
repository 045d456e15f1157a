/** The controls that the contract lists for the type, in display order. */
export const controlNames = `x_axis time_grain_sqla groupby metric adhoc_filters row_limit sort_x_axis sort_y_axis
  normalize_across legend_type linear_color_scheme border_color border_width xscale_interval yscale_interval
  left_margin bottom_margin value_bounds y_axis_format x_axis_time_format currency_format show_legend show_percentage
  show_values normalized`
