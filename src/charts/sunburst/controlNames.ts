/** The controls that the contract lists for the type, in display order. */
export const controlNames = `columns metric secondary_metric adhoc_filters row_limit sort_by_metric color_scheme
  linear_color_scheme show_labels show_labels_threshold show_total label_type number_format currency_format date_format`
