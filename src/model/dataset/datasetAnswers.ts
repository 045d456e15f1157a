import { z } from 'zod'
import { ItemAnswer, isoText, person } from '../wire/answers.ts'
import { genericType } from './genericType.ts'

const nullableText = z.string().nullable()
const author = person.omit({ id: true }).nullable()

/** A dataset as lists show it. */
export const DatasetRow = z.strictObject({
  id: z.int(),
  table_name: z.string(),
  database: z.strictObject({ id: z.int(), database_name: z.string() }).nullable(),
  schema: nullableText,
  sql: nullableText,
  kind: z.enum(['physical', 'virtual']),
  datasource_type: z.literal('table'),
  description: nullableText,
  default_endpoint: nullableText,
  explore_url: z.string(),
  /** JSON text with the certification and a warning. */
  extra: nullableText,
  owners: z.array(person),
  changed_by: author,
  changed_by_name: z.string(),
  changed_by_url: z.string(),
  changed_on_utc: z.string(),
  changed_on_delta_humanized: z.string(),
  /** whether folder rights allow the reader to change it */
  is_editor: z.boolean(),
})
export type DatasetRow = z.infer<typeof DatasetRow>

const times = { created_on: isoText, changed_on: isoText }

/** A column of one dataset, for editing. */
const DatasetItemColumn = z.strictObject({
  id: z.int(),
  uuid: z.string(),
  column_name: z.string(),
  verbose_name: nullableText,
  description: nullableText,
  type: nullableText,
  type_generic: genericType.nullable(),
  advanced_data_type: nullableText,
  /** SQL of a calculated column, else null. */
  expression: nullableText,
  is_dttm: z.boolean(),
  is_active: z.boolean(),
  filterable: z.boolean(),
  groupby: z.boolean(),
  python_date_format: nullableText,
  /** JSON text with the certification. */
  extra: nullableText,
  ...times,
})
export type DatasetItemColumn = z.infer<typeof DatasetItemColumn>

/** A metric of one dataset, for editing. */
const DatasetItemMetric = z.strictObject({
  id: z.int(),
  uuid: z.string(),
  metric_name: z.string(),
  verbose_name: nullableText,
  metric_type: nullableText,
  description: nullableText,
  expression: z.string(),
  d3format: nullableText,
  /** JSON text: `{"symbol": "USD", "symbolPosition": "prefix"}` */
  currency: nullableText,
  warning_text: nullableText,
  /** JSON text with the certification and a warning. */
  extra: nullableText,
  ...times,
})
export type DatasetItemMetric = z.infer<typeof DatasetItemMetric>

/** One dataset with everything that can be changed. */
const DatasetItem = z.strictObject({
  id: z.int(),
  database: z.strictObject({ id: z.int(), database_name: z.string(), backend: z.string() }),
  table_name: z.string(),
  schema: nullableText,
  /** The query of a virtual dataset. */
  sql: nullableText,
  kind: z.enum(['physical', 'virtual']),
  datasource_type: z.literal('table'),
  description: nullableText,
  url: z.string(),
  default_endpoint: nullableText,
  select_star: nullableText,
  filter_select_enabled: z.boolean(),
  fetch_values_predicate: nullableText,
  main_dttm_col: nullableText,
  cache_timeout: z.int().nullable(),
  /** Hours added to returned times. */
  offset: z.int(),
  template_params: nullableText,
  /** JSON text with the certification and a warning. */
  extra: nullableText,
  is_sqllab_view: z.boolean(),
  is_managed_externally: z.boolean(),
  owners: z.array(person),
  columns: z.array(DatasetItemColumn),
  metrics: z.array(DatasetItemMetric),
  created_by: author,
  changed_by: author,
  created_on_humanized: z.string(),
  changed_on_humanized: z.string(),
  ...times,
})
export type DatasetItem = z.infer<typeof DatasetItem>
/** `GET /api/v1/dataset/{id}`: the whole dataset unless only some columns are requested. */
export const DatasetItemAnswer = ItemAnswer(DatasetItem)

/** Objects that use a database or a dataset, which its deletion would break. */
export const RelatedObjectsAnswer = z.object({
  charts: z.strictObject({
    count: z.int(),
    result: z.array(z.strictObject({ id: z.int(), slice_name: z.string(), viz_type: z.string() })),
  }),
  dashboards: z.strictObject({
    count: z.int(),
    result: z.array(
      z.strictObject({ id: z.int(), title: nullableText, slug: nullableText, json_metadata: nullableText }),
    ),
  }),
})
export type RelatedObjectsAnswer = z.infer<typeof RelatedObjectsAnswer>

/** The columns that the table or query of a saved dataset has now. */
export const SourceColumns = z.array(
  z.object({
    name: z.string(),
    type: nullableText,
    type_generic: genericType.nullable(),
    is_dttm: z.boolean(),
  }),
)
export type SourceColumns = z.infer<typeof SourceColumns>

/** `POST /api/v1/dataset/get_or_create/` */
export const TableDatasetAnswer = z.strictObject({ result: z.strictObject({ table_id: z.int() }) })
export type TableDatasetAnswer = z.infer<typeof TableDatasetAnswer>

/** `POST /api/v1/dataset/{id}/source_columns` */
export const ColumnsAfterAnswer = z.strictObject({ result: z.array(z.object({ name: z.string() })) })
export type ColumnsAfterAnswer = z.infer<typeof ColumnsAfterAnswer>

const marks = {
  is_certified: z.boolean().optional(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  warning_markdown: z.string().nullish(),
}

/** A column in the contract's dataset object. */
const DatasetObjectColumn = z.object({
  id: z.int().optional(),
  column_name: z.string(),
  verbose_name: nullableText,
  description: nullableText,
  /** SQL of a calculated column. */
  expression: nullableText,
  type: nullableText,
  type_generic: genericType.nullable(),
  is_dttm: z.boolean(),
  filterable: z.boolean().optional(),
  groupby: z.boolean().optional(),
  /** such as `port`: filter values on it are written as names */
  advanced_data_type: nullableText.optional(),
  ...marks,
})

const DatasetObjectMetric = z.object({
  id: z.int().optional(),
  metric_name: z.string(),
  verbose_name: nullableText,
  description: nullableText,
  expression: z.string(),
  warning_text: z.string().nullish(),
  ...marks,
})

const pairs = z.array(z.tuple([z.string(), z.string()]))
const texts = z.record(z.string(), z.string())
const currency = z.object({ symbol: z.string(), symbolPosition: z.enum(['prefix', 'suffix']) })

/** The contract's dataset object, as far as it is used. */
export const DatasetObject = z.object({
  id: z.int(),
  uid: z.string(),
  type: z.string(),
  name: z.string(),
  table_name: z.string(),
  schema: nullableText,
  sql: nullableText,
  description: nullableText,
  database: z.object({
    id: z.int(),
    name: z.string(),
    backend: z.string(),
    /** charts on datasets of this database do not offer their raw rows */
    disable_drill_to_detail: z.boolean().optional(),
  }),
  main_dttm_col: nullableText,
  verbose_map: texts,
  column_formats: texts,
  currency_formats: z.record(z.string(), currency),
  columns: z.array(DatasetObjectColumn),
  metrics: z.array(DatasetObjectMetric),
  owners: z.array(z.object({ id: z.int() })),
  /** only if folder rights allow the reader to change it */
  is_editor: z.boolean().optional(),
  filter_select: z.boolean(),
  /** why charts on the dataset may fail */
  health_check_message: nullableText,
  extra: nullableText,
  template_params: nullableText,
  time_grain_sqla: pairs,
  order_by_choices: pairs,
  normalize_columns: z.boolean(),
  always_filter_main_dttm: z.boolean(),
})
export type DatasetObject = z.infer<typeof DatasetObject>

/** Replaces a dataset that is deleted, or that the user may not see. */
export const MissingDataset = z.strictObject({
  type: z.string(),
  name: z.string(),
  columns: z.array(DatasetObjectColumn),
  metrics: z.array(DatasetObjectMetric),
  database: z.object({ id: z.int(), backend: z.string() }),
})

/**
 * A dataset, reduced by the server to what the dashboard's charts use. Callers without an account do not get its
 * database.
 */
export const DashboardDataset = DatasetObject.pick({
  id: true,
  database: true,
  uid: true,
  table_name: true,
  main_dttm_col: true,
  verbose_map: true,
  column_formats: true,
  currency_formats: true,
  columns: true,
}).partial({ database: true })
export type DashboardDataset = z.infer<typeof DashboardDataset>
