import { legend } from '../shared/timeseries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `series entity x y adhoc_filters size orderby order_desc row_limit color_scheme ${legend}
  max_bubble_size tooltipSizeFormat opacity x_axis_label xAxisLabelRotation xAxisLabelInterval x_axis_title_margin
  xAxisFormat logXAxis y_axis_label yAxisLabelRotation y_axis_title_margin y_axis_format logYAxis truncateXAxis
  xAxisBounds truncateYAxis y_axis_bounds`
