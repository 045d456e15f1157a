/** The controls that the contract lists for the type, in display order. */
export const controlNames = 'source target metric adhoc_filters row_limit sort_by_metric color_scheme'
