/** The controls that the contract lists for the type, in display order. */
export const controlNames = `series metric adhoc_filters row_limit sort_by_metric size_from size_to rotation color_scheme`
