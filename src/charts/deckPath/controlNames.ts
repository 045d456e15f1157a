/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range line_column line_type row_limit filter_nulls adhoc_filters
  mapbox_style viewport color_picker line_width line_width_unit reverse_long_lat autozoom js_columns js_data_mutator
  js_tooltip js_onclick_href`
