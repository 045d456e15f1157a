/** The controls that the contract lists for the type, in display order. */
export const controlNames = `x_axis time_grain_sqla groupby metric adhoc_filters row_limit show_value show_legend
  increase_color decrease_color total_color x_axis_label x_axis_time_format x_ticks_layout y_axis_label y_axis_format
  currency_format`
