/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range geojson row_limit filter_nulls adhoc_filters mapbox_style viewport
  autozoom fill_color_picker stroke_color_picker filled stroked extruded line_width line_width_unit point_radius_scale
  js_columns js_data_mutator js_tooltip js_onclick_href`
