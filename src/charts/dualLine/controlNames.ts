import { time } from '../shared/legacySeries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${time} color_scheme show_legend x_axis_format
  metric y_axis_format y_axis_showminmax y_axis_bounds metric_2 y_axis_2_format y_axis_2_showminmax y_axis_2_bounds
  adhoc_filters annotation_layers`

export { left } from '../shared/legacySeries/controlNames.ts'
