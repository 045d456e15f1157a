/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range spatial row_limit size filter_nulls adhoc_filters mapbox_style
  viewport autozoom cellSize aggregation contours js_columns js_data_mutator js_tooltip js_onclick_href`
