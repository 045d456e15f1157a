import { z } from 'zod'
import { text } from '../wire/fields.ts'
import { columnTypes, encodings, ifExistsChoices } from './upload.ts'

/** The user's settings for reading a file. Responses contain them too. */
export const readingFields = z.strictObject({
  delimiter: z.string().min(1).max(1).optional(),
  hasHeader: z.boolean().optional(),
  skipRows: z.int().min(0).max(1_000_000).optional(),
  encoding: z.enum(encodings).optional(),
  sheet: z.string().max(100).optional(),
  decimal: z.enum(['.', ',']).optional(),
  thousands: z.enum(['.', ',']).optional(),
  nullValues: z.array(z.string().max(20)).max(20).optional(),
  dayFirst: z.boolean().optional(),
  maxRows: z.int().min(1).max(1_000_000_000).optional(),
  trimStart: z.boolean().optional(),
  keepBlankLines: z.boolean().optional(),
  indexName: text(1, 250).optional(),
})

/** Body of `POST /api/v1/upload/{id}/preview`: preview the file again with other settings. */
export const UploadAgain = z.strictObject({ reading: readingFields })

/** The form of `POST /api/v1/upload/`: `reading` is JSON text. */
export const UploadForm = z.object({ reading: z.string().optional(), file: z.file() })

const tableName = text(1, 250).regex(/^[^\p{Cc}.]+$/u, 'Table name cannot contain a schema')

/** Query of `GET /api/v1/upload/table/`: whether a table with the name exists. */
export const UploadTarget = z.object({
  name: tableName,
  database_id: z.coerce.number().int().optional(),
  schema: text(0, 250).optional(),
})

/** Body of `POST /api/v1/upload/{id}/`: create a table and a dataset. */
export const UploadCreate = z.strictObject({
  table_name: tableName,
  /** The embedded database by default. */
  database_id: z.int().optional(),
  schema: text(1, 250).nullish(),
  already_exists: z.enum(ifExistsChoices).default('fail'),
  reading: readingFields,
  columns: z
    .array(
      z.strictObject({
        source: z.string().max(10_000),
        name: text(1, 255),
        type: z.enum(columnTypes).optional(),
        others: z.literal('blank').optional(),
        seen: z.string().max(100).optional(),
      }),
    )
    .min(1, 'At least one column is required')
    .max(1000)
    .refine((columns) => new Set(columns.map(({ name }) => name.toLowerCase())).size === columns.length, {
      message: 'One or more columns are duplicated',
    }),
})
export type UploadCreate = z.infer<typeof UploadCreate>
