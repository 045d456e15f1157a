import { time, yAxis } from '../shared/legacySeries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${time} metric adhoc_filters freq show_legend line_interpolation color_picker
  x_axis_label bottom_margin x_axis_showminmax x_axis_format ${yAxis}`

export { left } from '../shared/legacySeries/controlNames.ts'
