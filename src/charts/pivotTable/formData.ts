import { z } from 'zod'
import * as field from '../shared/fields.ts'
import { aggregates, orders } from './options.ts'

/** The dimensions that are temporal and therefore use the time grain. */
const temporalColumns = z
  .unknown()
  .transform((saved) => (typeof saved === 'object' && saved !== null ? (saved as Record<string, boolean>) : {}))
  .default({})

export const pivotFormData = field.formDataSchema({
  groupbyColumns: field.columns(),
  groupbyRows: field.columns(),
  time_grain_sqla: field.format(undefined),
  temporal_columns_lookup: temporalColumns,
  metrics: field.metrics(),
  metricsLayout: field.oneOf(['COLUMNS', 'ROWS'], 'COLUMNS'),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  series_limit_metric: field.metric(),
  order_desc: field.flag(true),
  aggregateFunction: field.oneOf(aggregates, 'Sum'),
  rowTotals: field.flag(false),
  rowSubTotals: field.flag(false),
  colTotals: field.flag(false),
  colSubTotals: field.flag(false),
  transposePivot: field.flag(false),
  combineMetric: field.flag(false),
  valueFormat: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  date_format: field.format('smart_date'),
  rowOrder: field.oneOf(orders, 'key_a_to_z'),
  colOrder: field.oneOf(orders, 'key_a_to_z'),
  rowSubtotalPosition: field.flag(false),
  colSubtotalPosition: field.flag(false),
  showValuesAs: field.oneOf(['value', 'rank_rows', 'rank_columns'], 'value'),
  conditional_formatting: field.conditionalFormatting(),
  allow_render_html: field.flag(true),
})

export type PivotForm = z.output<typeof pivotFormData>
