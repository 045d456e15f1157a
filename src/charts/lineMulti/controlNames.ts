/** The controls that the contract lists for the type, in display order. */
export const controlNames = `time_range color_scheme prefix_metric_with_slice_name show_legend show_markers
  line_interpolation x_axis_label bottom_margin x_ticks_layout x_axis_format x_axis_showminmax
  line_charts y_axis_format y_axis_bounds line_charts_2 y_axis_2_format y_axis_2_bounds adhoc_filters annotation_layers`

export { left } from '../shared/legacySeries/controlNames.ts'
