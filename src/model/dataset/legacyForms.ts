import { z } from 'zod'
import { flag } from '../wire/fields.ts'

const maybeText = z.string().nullish()

const column = z.object({
  column_name: z.string().min(1).max(255),
  type: maybeText,
  advanced_data_type: maybeText,
  verbose_name: maybeText,
  description: maybeText,
  expression: maybeText,
  extra: maybeText,
  filterable: flag.nullish(),
  groupby: flag.nullish(),
  is_active: flag.nullish(),
  is_dttm: flag.nullish(),
  python_date_format: maybeText,
})

const metric = z.object({
  metric_name: z.string().min(1).max(255),
  expression: z.string(),
  description: maybeText,
  extra: maybeText,
  metric_type: maybeText,
  d3format: maybeText,
  currency: maybeText,
  verbose_name: maybeText,
  warning_text: maybeText,
})

/**
 * The form field `data` of `POST /datasource/save/`: the whole dataset. Missing fields are cleared, missing columns and
 * metrics are deleted; ids of columns and metrics are ignored, because both are found by their names.
 */
export const DatasetSave = z.object({
  id: z.int().positive(),
  type: z.string(),
  database: z.object({ id: z.int().positive() }),
  default_endpoint: z.string().nullable(),
  owners: z.array(z.int()).optional(),
  table_name: z.string().min(1).max(250).nullish(),
  schema: maybeText,
  sql: maybeText,
  description: maybeText,
  main_dttm_col: maybeText,
  offset: z.int().nullish(),
  cache_timeout: z.int().nullish(),
  params: maybeText,
  template_params: maybeText,
  filter_select_enabled: flag.nullish(),
  fetch_values_predicate: z.string().max(1000).nullish(),
  extra: maybeText,
  columns: z.array(column).default([]),
  metrics: z.array(metric).default([]),
})
export type DatasetSave = z.infer<typeof DatasetSave>

/** `q` of `GET /datasource/external_metadata_by_name/`. */
export const NamedTable = z.object({
  datasource_type: z.string(),
  database_name: z.string(),
  schema_name: maybeText,
  table_name: z.string(),
})
export type NamedTable = z.infer<typeof NamedTable>
