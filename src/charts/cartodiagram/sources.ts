import { columnLabel } from '../../model/query/labels.ts'
import type { CartodiagramForm } from './query.ts'

/** The selected chart, with the places as one more dimension. */
export const sources = (form: CartodiagramForm) => ({
  charts: form.selected_chart.slice(0, 1),
  extraFormData: {
    ...(form.time_range !== 'No filter' && form.time_range !== '' && { time_range: form.time_range }),
    ...(form.adhoc_filters.length > 0 && { adhoc_filters: form.adhoc_filters }),
    ...(form.geom_column !== undefined && { interactive_groupby: [columnLabel(form.geom_column)] }),
  },
  // no row limit, because each place adds rows
  isUnlimited: true,
})
