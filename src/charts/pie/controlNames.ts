import { legend } from '../shared/timeseries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `groupby metric adhoc_filters row_limit sort_by_metric color_scheme show_labels_threshold
  ${legend} label_type number_format currency_format date_format show_labels labels_outside label_line show_total
  outerRadius donut innerRadius`
