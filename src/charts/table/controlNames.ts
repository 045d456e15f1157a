/** The controls that the contract lists for the type, in display order. */
export const controlNames = `query_mode groupby time_grain_sqla temporal_columns_lookup metrics all_columns
  percent_metrics adhoc_filters timeseries_limit_metric order_by_cols server_pagination row_limit server_page_length
  include_time order_desc show_totals
  table_timestamp_format page_length include_search show_cell_bars align_pn color_pn allow_rearrange_columns
  column_config conditional_formatting`

/** Controls of the contract that are not implemented here. Saved values are preserved. */
export const left: Record<string, string> = {
  temporal_columns_lookup: 'has no control: it is saved with the form data',
  include_time: 'applies only if time has no axis of its own, which it always has here',
}
