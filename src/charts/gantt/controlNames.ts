import { legend } from '../shared/timeseries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `start_time end_time y_axis series subcategories tooltip_metrics tooltip_columns
  adhoc_filters order_by_cols row_limit x_axis_title x_axis_title_margin y_axis_title y_axis_title_margin color_scheme
  ${legend} zoomable show_extra_controls x_axis_time_bounds x_axis_time_format tooltipTimeFormat tooltipValuesFormat`
