import * as field from '../fields.ts'

/** Font sizes are fractions of the tile's height. */
export const bigNumberFields = {
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  subheader: field.text(''),
  subtitle: field.text(''),
  header_font_size: field.number(0.4),
  subheader_font_size: field.number(0.15),
  y_axis_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  time_format: field.format('smart_date'),
  force_timestamp_formatting: field.flag(false),
  show_metric_name: field.flag(false),
}
