/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range start_spatial end_spatial row_limit filter_nulls adhoc_filters
  mapbox_style viewport autozoom color_picker target_color_picker dimension color_scheme stroke_width legend_position
  legend_format js_columns js_data_mutator js_tooltip js_onclick_href`
