/** The controls that the contract lists for the type, in display order. */
export const controlNames = `series metrics secondary_metric adhoc_filters limit row_limit timeseries_limit_metric
  order_desc show_datatable include_series linear_color_scheme`

/** Controls of the contract that are not implemented here. Saved values are kept. */
export const left: Record<string, string> = {
  show_datatable: 'the rows are shown by "View as table" instead',
}
