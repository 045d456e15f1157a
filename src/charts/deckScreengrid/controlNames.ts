/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range spatial size row_limit filter_nulls adhoc_filters mapbox_style
  viewport autozoom js_columns js_data_mutator js_tooltip js_onclick_href grid_size color_picker`
