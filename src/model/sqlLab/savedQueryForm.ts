import { z } from 'zod'
import { ShownTag } from '../dashboard/tag.ts'
import { isoText, person } from '../wire/answers.ts'
import { id, text } from '../wire/fields.ts'

const SQL_LENGTH = 1_000_000

/** Body of POST and PUT of a saved query. */
export const SavedQueryBody = z.strictObject({
  db_id: id.nullish(),
  catalog: text(0, 256).nullish(),
  description: z.string().max(SQL_LENGTH).nullish(),
  extra_json: z.string().max(SQL_LENGTH).nullish(),
  label: text(0, 256).nullish(),
  schema: text(0, 128).nullish(),
  sql: z.string().max(SQL_LENGTH).nullish(),
  template_parameters: z.string().max(SQL_LENGTH).nullish(),
})
export type SavedQueryBody = z.infer<typeof SavedQueryBody>

export const NamedTable = z.strictObject({
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table: z.string(),
})
export type NamedTable = z.infer<typeof NamedTable>

/** A saved query in responses. */
export const SavedQueryRow = z.strictObject({
  id: z.int(),
  label: z.string().nullable(),
  database: z.strictObject({ id: z.int(), database_name: z.string() }).nullable(),
  db_id: z.int().nullable(),
  catalog: z.string().nullable(),
  description: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  sql_tables: z.array(NamedTable).optional(),
  rows: z.int().nullable(),
  extra: z.record(z.string(), z.unknown()),
  last_run_delta_humanized: z.string(),
  template_parameters: z.string().nullable(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
  created_on: isoText,
  changed_on: isoText,
  changed_on_delta_humanized: z.string(),
  tags: z.array(ShownTag),
})
export type SavedQueryRow = z.infer<typeof SavedQueryRow>

/** A query that another user has saved: `result` of `GET /savedqueryviewapi/api/get/{id}`. */
export const SharedQuery = SavedQueryRow.pick({
  id: true,
  label: true,
  db_id: true,
  schema: true,
  description: true,
  sql: true,
}).extend({
  extra_json: z.string(),
  /** Our own; returned only if the request asks for it. */
  template_parameters: z.string().nullable().optional(),
})
export type SharedQuery = z.infer<typeof SharedQuery>

/** The content of a file in an export. */
export const SavedQueryFile = z.object({
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  label: z.string().nullish(),
  description: z.string().nullish(),
  sql: z.string().nullish(),
  template_parameters: z.string().nullish(),
})
