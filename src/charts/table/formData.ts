import { z } from 'zod'
import * as field from '../shared/fields.ts'

/** The format of one column; every part is optional. */
export interface ColumnConfig {
  columnWidth?: number
  horizontalAlign?: 'left' | 'center' | 'right'
  truncateLongCells?: boolean
  showCellBars?: boolean
  alignPositiveNegative?: boolean
  colorPositiveNegative?: boolean
  d3NumberFormat?: string
  d3SmallNumberFormat?: string
  d3TimeFormat?: string
  fractionDigits?: number
  currencyFormat?: field.Currency
  visible?: boolean
  customColumnName?: string
}

const columnConfig = z
  .unknown()
  .transform((saved) =>
    typeof saved === 'object' && saved !== null ? (saved as Record<string, ColumnConfig | undefined>) : {},
  )
  .default({})

/** The dimensions that are temporal and therefore use the time grain. */
const temporalColumns = z
  .unknown()
  .transform((saved) => (typeof saved === 'object' && saved !== null ? (saved as Record<string, boolean>) : {}))
  .default({})

const fields = field.formDataSchema({
  query_mode: field.oneOf([null, 'aggregate', 'raw'], null),
  groupby: field.columns(),
  time_grain_sqla: field.format(undefined),
  temporal_columns_lookup: temporalColumns,
  metrics: field.metrics(),
  all_columns: field.columns(),
  percent_metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  timeseries_limit_metric: field.metric(),
  server_pagination: field.flag(false),
  row_limit: field.rowLimit(1000),
  server_page_length: field.number(10),
  order_desc: field.flag(true),
  show_totals: field.flag(false),
  table_timestamp_format: field.format('smart_date'),
  page_length: field.number(null),
  include_search: field.flag(false),
  show_cell_bars: field.flag(true),
  align_pn: field.flag(false),
  color_pn: field.flag(true),
  allow_rearrange_columns: field.flag(false),
  allow_render_html: field.flag(true),
  column_config: columnConfig,
  conditional_formatting: field.conditionalFormatting(),
})

/** If no mode was saved, selected raw columns mean raw records. */
export const tableFormData = fields.transform((form) => ({
  ...form,
  query_mode: form.query_mode ?? (form.all_columns.length > 0 ? ('raw' as const) : ('aggregate' as const)),
}))

export type TableForm = z.output<typeof tableFormData>
