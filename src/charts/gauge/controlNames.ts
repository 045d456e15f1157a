/** The controls that the contract lists for the type, in display order. */
export const controlNames = `groupby metric adhoc_filters row_limit sort_by_metric min_val max_val start_angle end_angle
  color_scheme font_size number_format currency_format value_formatter show_pointer animation show_axis_tick
  show_split_line split_number show_progress overlap round_cap intervals interval_color_indices`
