import { z } from 'zod'
import { flag, id, integer, text } from '../wire/fields.ts'

/** Maximum number of characters of SQL text. */
const SQL_LENGTH = 1_000_000

/** Body of `POST /api/v1/sqllab/execute/`. */
export const ExecuteBody = z.strictObject({
  database_id: id,
  sql: z.string().max(SQL_LENGTH),
  client_id: text(1, 64).nullish(),
  queryLimit: integer.nullish(),
  sql_editor_id: z.string().max(256).nullish(),
  catalog: z.string().max(256).nullish(),
  schema: z.string().max(256).nullish(),
  tab: z.string().max(256).nullish(),
  ctas_method: z.string().max(16).nullish(),
  select_as_cta: flag.nullish(),
  tmp_table_name: z.string().max(256).nullish(),
  templateParams: z.string().nullish(),
  runAsync: flag.nullish(),
  expand_data: flag.nullish(),
  json: flag.nullish(),
  /** The response contains only this number of rows; the others are loaded page by page. */
  answer_rows: integer.nullish(),
})
export type ExecuteBody = z.infer<typeof ExecuteBody>

export const EstimateBody = z.strictObject({
  database_id: id,
  sql: z.string().max(SQL_LENGTH),
  template_params: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  /** The tab whose named results the SQL may read. */
  sql_editor_id: z.string().max(256).nullish(),
})

export type EstimateBody = z.infer<typeof EstimateBody>

export const FormatBody = z.strictObject({
  sql: z.string().max(SQL_LENGTH),
  engine: z.string().max(64).nullish(),
  database_id: id.nullish(),
  template_params: z.string().nullish(),
})

export const StopBody = z.looseObject({ client_id: z.string().min(1).max(64) })
