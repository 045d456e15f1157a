import { legend } from '../shared/timeseries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `groupby metrics timeseries_limit_metric adhoc_filters row_limit color_scheme ${legend}
  show_labels label_type label_position number_format date_format column_config is_circle`
