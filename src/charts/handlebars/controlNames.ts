/** The controls that the contract lists for the type, in display order. */
export const controlNames = `query_mode groupby metrics all_columns percent_metrics timeseries_limit_metric
  order_by_cols order_desc server_pagination row_limit server_page_length include_time show_totals adhoc_filters
  handlebarsTemplate styleTemplate`

/** Controls of the contract that are not implemented here. Saved values are kept. */
export const left: Record<string, string> = {
  include_time: 'applies only if time has no axis of its own, which it always has here',
}
