import { legend } from '../shared/timeseries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `groupby metric adhoc_filters row_limit sort_by_metric percent_calculation_type color_scheme
  ${legend.replace('legendType', '')} label_type tooltip_label_type number_format currency_format show_labels
  show_tooltip_labels`
