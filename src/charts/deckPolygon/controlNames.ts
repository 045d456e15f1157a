/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range line_column line_type adhoc_filters metric point_radius_fixed
  row_limit reverse_long_lat filter_nulls mapbox_style viewport autozoom js_columns js_data_mutator js_tooltip
  js_onclick_href fill_color_picker stroke_color_picker filled stroked extruded multiplier line_width
  linear_color_scheme opacity num_buckets break_points table_filter toggle_polygons legend_position legend_format`
