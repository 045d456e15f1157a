import type { z } from 'zod'
import * as field from '../shared/fields.ts'
import { rollingFields } from '../shared/timeseries/formData.ts'

const options = [
  'not_time',
  'time_series',
  'agg_mean',
  'agg_sum',
  'point_diff',
  'point_percent',
  'point_factor',
  'adv_anal',
] as const

export const partitionFormData = field.formDataSchema({
  metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  groupby: field.columns(),
  limit: field.number(null),
  contribution: field.flag(false),
  timeseries_limit_metric: field.metric(),
  order_desc: field.flag(true),
  row_limit: field.rowLimit(10_000),
  time_series_option: field.oneOf(options, 'not_time'),
  color_scheme: field.format(undefined),
  number_format: field.format('SMART_NUMBER'),
  date_time_format: field.format('smart_date'),
  partition_limit: field.number(5),
  partition_threshold: field.number(0.05),
  log_scale: field.flag(false),
  equal_date_size: field.flag(true),
  rich_tooltip: field.flag(true),
  ...rollingFields,
  time_compare: field.texts(),
  comparison_type: field.oneOf([null, 'values', 'absolute', 'percentage', 'ratio'], 'values'),
})

export type PartitionForm = z.output<typeof partitionFormData>
