/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range entity country_fieldtype metric adhoc_filters row_limit
  sort_by_metric show_bubbles secondary_metric max_bubble_size color_picker color_by linear_color_scheme color_scheme
  y_axis_format currency_format`
