import { z } from 'zod'
import { calendarOf, PLAIN_CALENDAR } from '../time/fiscalCalendar.ts'
import { isTimeZone } from '../time/timeZone.ts'
import { flag, id, ids, seconds, text } from '../wire/fields.ts'
import { parseObject } from '../wire/json.ts'

const maybeText = z.string().nullish()
const maybeFlag = flag.nullish()

/** Body of `POST /api/v1/dataset/`. */
export const DatasetCreate = z.strictObject({
  database: id,
  table_name: text(1, 250),
  schema: text(0, 250).nullish(),
  catalog: maybeText,
  sql: maybeText,
  owners: ids.optional(),
  is_managed_externally: maybeFlag,
  external_url: maybeText,
  normalize_columns: flag.optional(),
  always_filter_main_dttm: flag.optional(),
})
export type DatasetCreate = z.infer<typeof DatasetCreate>

/** Body of `POST /api/v1/dataset/duplicate`. */
export const DatasetDuplicate = z.strictObject({ base_model_id: id, table_name: text(1, 250) })
export type DatasetDuplicate = z.infer<typeof DatasetDuplicate>

/** Body of `POST /api/v1/dataset/get_or_create/`. */
export const DatasetGetOrCreate = z.strictObject({
  database_id: id,
  table_name: text(1, 250),
  schema: text(0, 250).nullish(),
  catalog: maybeText,
  template_params: maybeText,
  normalize_columns: flag.optional(),
  always_filter_main_dttm: flag.optional(),
})
export type DatasetGetOrCreate = z.infer<typeof DatasetGetOrCreate>

/** `epoch_s`, `epoch_ms`, or a pattern that begins like an ISO date. */
const dateFormat = z
  .string()
  .refine((value) => value === '' || /^epoch_(s|ms)$/.test(value) || /%[a-zA-Z]/.test(value), {
    message: 'Invalid date/timestamp format',
  })

/** A column of a dataset; one without an id is new. */
export const ColumnForm = z.strictObject({
  id: id.optional(),
  column_name: text(1, 255),
  type: maybeText,
  advanced_data_type: maybeText,
  verbose_name: maybeText,
  description: maybeText,
  expression: maybeText,
  extra: maybeText,
  filterable: maybeFlag,
  groupby: maybeFlag,
  is_active: maybeFlag,
  is_dttm: maybeFlag,
  python_date_format: dateFormat.nullish(),
  uuid: maybeText,
})

/** A metric of a dataset; one without an id is new. */
export const MetricForm = z.strictObject({
  id: id.optional(),
  metric_name: text(1, 255),
  expression: z.string(),
  description: maybeText,
  extra: maybeText,
  metric_type: maybeText,
  d3format: maybeText,
  currency: maybeText,
  verbose_name: maybeText,
  warning_text: maybeText,
  uuid: maybeText,
})

/** JSON text; its time zone and calendar, if present, must be valid. */
const extraWithTimes = z.string().superRefine((value, context) => {
  const { timezone, calendar } = parseObject(value)
  const complain = (message: string) => context.addIssue({ code: 'custom', message })
  if (timezone !== undefined && !isTimeZone(String(timezone))) complain('Not a time zone of the IANA list.')
  const read = calendarOf(calendar, PLAIN_CALENDAR)
  if (!read.ok) complain(read.error)
})

/** Body of `PUT /api/v1/dataset/{id}`. A missing field changes nothing; lists replace. */
export const DatasetUpdate = z.strictObject({
  table_name: text(1, 250).nullish(),
  database_id: id.optional(),
  sql: maybeText,
  catalog: maybeText,
  schema: text(0, 255).nullish(),
  description: maybeText,
  main_dttm_col: maybeText,
  normalize_columns: maybeFlag,
  always_filter_main_dttm: maybeFlag,
  offset: id.nullish(),
  default_endpoint: maybeText,
  cache_timeout: seconds.nullish(),
  is_sqllab_view: maybeFlag,
  template_params: maybeText,
  filter_select_enabled: maybeFlag,
  fetch_values_predicate: text(0, 1000).nullish(),
  owners: ids.optional(),
  extra: extraWithTimes.nullish(),
  is_managed_externally: maybeFlag,
  external_url: maybeText,
  columns: z.array(ColumnForm).optional(),
  metrics: z.array(MetricForm).optional(),
})
export type DatasetUpdate = z.infer<typeof DatasetUpdate>
export type ColumnForm = z.infer<typeof ColumnForm>
export type MetricForm = z.infer<typeof MetricForm>
