/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range select_country entity metric adhoc_filters number_format
  linear_color_scheme`
