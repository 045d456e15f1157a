/** The controls that the contract lists for the type, in display order. */
export const controlNames = `groupby metric row_limit sort_by_metric adhoc_filters color_scheme show_labels
  show_upper_labels label_type number_format currency_format date_format`
