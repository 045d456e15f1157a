/** The controls that the contract lists for the type, in display order. */
export const controlNames = 'groupby columns metric adhoc_filters row_limit sort_by_metric y_axis_format color_scheme'
