import { analytics, query, time, yAxis } from '../shared/legacySeries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${time} ${query} ${analytics} color_scheme
  x_axis_label bottom_margin x_ticks_layout x_axis_format x_axis_showminmax ${yAxis} annotation_layers`

export { left } from '../shared/legacySeries/controlNames.ts'
