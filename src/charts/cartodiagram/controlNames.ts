/** The controls that the contract lists for the type, in display order. */
export const controlNames = `time_range selected_chart geom_column adhoc_filters layer_configs map_view
  chart_background_color chart_background_border_radius chart_size`

/** Controls of the contract that are not implemented here. Saved values are kept. */
export const left: Record<string, string> = {
  layer_configs: 'layers of other servers, which maps do not request',
}
