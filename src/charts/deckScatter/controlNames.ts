/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range spatial row_limit filter_nulls adhoc_filters mapbox_style viewport
  autozoom point_radius_fixed point_unit min_radius max_radius multiplier color_picker legend_position legend_format
  dimension color_scheme js_columns js_data_mutator js_tooltip js_onclick_href`
