import { z } from 'zod'
import { columnTypes } from './upload.ts'
import { readingFields } from './uploadForm.ts'

const textColumn = z.strictObject({
  source: z.string(),
  type: z.enum(columnTypes).optional(),
  line: z.int().optional(),
  value: z.string().optional(),
  count: z.int().optional(),
})

/** The content of an uploaded file. */
const UploadPreview = z.strictObject({
  file_name: z.string(),
  table_name: z.string(),
  format: z.enum(['csv', 'json', 'parquet', 'xlsx']),
  /**
   * `source`: the name under which the engine reads the column, if `name` differs from it. `repeats`: its name in the
   * file, if an earlier column has the same name.
   */
  columns: z.array(
    z.strictObject({
      name: z.string(),
      source: z.string().optional(),
      type: z.string(),
      type_generic: z.int(),
      repeats: z.string().optional(),
    }),
  ),
  rows: z.array(z.array(z.string().nullable())),
  /** null: unknown before the file is loaded. */
  row_count: z.int().nullable(),
  is_estimate: z.boolean(),
  /** The line of the header, if there is one. */
  names_line: z.int().optional(),
  warnings: z.array(z.string()),
  /** Columns that contain numbers or dates except for a few values. */
  texts: z.array(textColumn),
  sheets: z.array(z.string()),
  reading: readingFields,
})
export type UploadPreview = z.infer<typeof UploadPreview>
/** `POST /api/v1/upload/` and `POST /api/v1/upload/{id}/preview` */
export const UploadedAnswer = z.strictObject({ id: z.string(), result: UploadPreview })
export type UploadedAnswer = z.infer<typeof UploadedAnswer>

const Created = z.strictObject({
  id: z.int(),
  /** `columns` as they were loaded; `missing` and `retyped` are differences from the previous table. */
  result: z.strictObject({
    table_name: z.string(),
    url: z.string(),
    rows: z.int(),
    columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
    missing: z.array(z.string()),
    retyped: z.array(z.string()),
  }),
})
export type Created = z.infer<typeof Created>

/** Nothing was created: these columns are text, but were shown with another type. */
const HeldBack = z.strictObject({ result: z.strictObject({ texts: z.array(textColumn) }) })
export type HeldBack = z.infer<typeof HeldBack>
/** `POST /api/v1/upload/{id}/` */
export const UploadCreatedAnswer = z.union([Created, HeldBack])
export type UploadCreatedAnswer = z.infer<typeof UploadCreatedAnswer>

/** Whether a table with the name exists, and its content. */
const UploadTarget = z.strictObject({
  exists: z.boolean(),
  may_change: z.boolean(),
  /** A similar name that is free. */
  free_name: z.string().optional(),
  /** Columns of the table, if the user may change it. */
  columns: z.array(z.string()).optional(),
  /** Number of its charts, if the user may change it. */
  charts: z.int().optional(),
})
/** `GET /api/v1/upload/table/` */
export const UploadTargetAnswer = z.strictObject({ result: UploadTarget })
export type UploadTargetAnswer = z.infer<typeof UploadTargetAnswer>

/** `GET /api/v1/upload/databases/`: where the user may upload. */
export const UploadDatabasesAnswer = z.strictObject({
  result: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      is_embedded: z.boolean(),
      /** empty: any schema */
      schemas: z.array(z.string()),
    }),
  ),
})
export type UploadDatabasesAnswer = z.infer<typeof UploadDatabasesAnswer>

/** `GET /api/v1/database/{id}/schemas_access_for_file_upload/` */
export const UploadSchemasAnswer = z.strictObject({ schemas: z.array(z.string()) })
