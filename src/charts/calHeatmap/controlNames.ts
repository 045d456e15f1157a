/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range domain_granularity subdomain_granularity metrics adhoc_filters
  linear_color_scheme cell_size cell_padding cell_radius steps y_axis_format x_axis_time_format show_legend show_values
  show_metric_name`
