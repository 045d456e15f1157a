import { z } from 'zod'

/** `GET /api/v1/database/{id}/schemas/` */
export const SchemasAnswer = z.strictObject({ result: z.array(z.string()) })
export type SchemasAnswer = z.infer<typeof SchemasAnswer>

/** `GET /api/v1/database/{id}/tables/` */
export const TablesAnswer = z.strictObject({
  count: z.int(),
  result: z.array(z.strictObject({ value: z.string(), type: z.string(), extra: z.unknown() })),
})
export type TablesAnswer = z.infer<typeof TablesAnswer>

/** What an engine reports about a table in addition to its columns. */
export const TableExtraAnswer = z.strictObject({
  partitions: z.strictObject({ cols: z.array(z.string()), latest: z.record(z.string(), z.unknown()) }).optional(),
})
export type TableExtraAnswer = z.infer<typeof TableExtraAnswer>
