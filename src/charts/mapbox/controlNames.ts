/** The controls that the contract lists for the type, in display order. */
export const controlNames = `granularity_sqla time_range all_columns_x all_columns_y clustering_radius row_limit
  adhoc_filters groupby point_radius point_radius_unit mapbox_label pandas_aggfunc render_while_dragging mapbox_style
  global_opacity mapbox_color viewport_longitude viewport_latitude viewport_zoom`
