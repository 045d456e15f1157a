import { z } from 'zod'

/** The envelopes of API responses, in the contract's formats. */

/** A row with only the requested columns: every column of a row, and of the rows inside it, may be missing. */
function someOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<string, z.ZodType>
    return z.strictObject(
      Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, someOf(part).optional()])),
    )
  }
  if (schema instanceof z.ZodArray) return z.array(someOf(schema.element as z.ZodType))
  if (schema instanceof z.ZodNullable) return someOf(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodOptional) return someOf(schema.unwrap() as z.ZodType).optional()
  return schema
}

/** `2024-01-02T03:04:05.678000` */
export const isoText = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/)

/** A user in responses. */
export const person = z.strictObject({ id: z.int(), first_name: z.string(), last_name: z.string() })
export type Person = z.infer<typeof person>

const columns = z.array(z.string())
const labels = z.record(z.string(), z.string())

/** `GET /api/v1/{resource}/`. Contains the metadata requested by `keys`. */
export const ListAnswer = (row: z.ZodType) =>
  z.strictObject({
    count: z.int(),
    ids: z.array(z.int()),
    result: z.array(someOf(row)),
    list_columns: columns.optional(),
    order_columns: columns.optional(),
    label_columns: labels.optional(),
    description_columns: labels.optional(),
    list_title: z.string().optional(),
  })

/** One page of a list, with the requested columns. */
export type ListAnswer<Row> = Pick<z.infer<ReturnType<typeof ListAnswer>>, 'count' | 'ids'> & { result: Row[] }

/** One item with all columns. */
export type ItemAnswer<Row> = Pick<z.infer<ReturnType<typeof ItemAnswer>>, 'id'> & { result: Row }
/** `GET /api/v1/{resource}/{id}` in the generic envelope. */
export const ItemAnswer = (row: z.ZodType) =>
  z.strictObject({
    id: z.int(),
    result: someOf(row),
    show_columns: columns.optional(),
    label_columns: labels.optional(),
    description_columns: labels.optional(),
    show_title: z.string().optional(),
  })

const formColumns = z.array(
  z.strictObject({
    name: z.string(),
    label: z.string(),
    description: z.string(),
    required: z.boolean(),
    unique: z.boolean(),
    type: z.string(),
    validate: z.array(z.string()).optional(),
  }),
)

/** `GET /api/v1/{resource}/_info` */
export const InfoAnswer = z.strictObject({
  permissions: z.array(z.string()).optional(),
  filters: z.record(z.string(), z.array(z.strictObject({ name: z.string(), operator: z.string() }))).optional(),
  add_columns: formColumns.optional(),
  add_title: z.string().optional(),
  edit_columns: formColumns.optional(),
  edit_title: z.string().optional(),
})

const options = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    count: z.int(),
    result: z.array(z.strictObject({ value, text: z.string(), extra: z.record(z.string(), z.unknown()).optional() })),
  })

/** `GET /api/v1/{resource}/related/{column}` */
export const RelatedAnswer = options(z.int())
/** `GET /api/v1/{resource}/distinct/{column}` */
export const DistinctAnswer = options(z.string())
export type RelatedAnswer = z.infer<typeof RelatedAnswer>
export type DistinctAnswer = z.infer<typeof DistinctAnswer>

/** `Deleted 2 charts` */
export const MessageAnswer = z.strictObject({ message: z.string() })
export type MessageAnswer = z.infer<typeof MessageAnswer>

/** The created or changed object: its id, and the accepted fields of the body. */
export const SavedAnswer = z.strictObject({ id: z.int(), result: z.record(z.string(), z.unknown()) })
export type SavedAnswer = z.infer<typeof SavedAnswer>

/** The response with only the id of a new object. */
export const IdAnswer = z.strictObject({ id: z.int() })
export type IdAnswer = z.infer<typeof IdAnswer>

export const DoneAnswer = z.strictObject({ result: z.literal('OK') })

/** `GET /api/v1/{resource}/favorite_status/` */
export const FavouriteStatusAnswer = z.strictObject({
  result: z.array(z.strictObject({ id: z.int(), value: z.boolean() })),
})
export type FavouriteStatusAnswer = z.infer<typeof FavouriteStatusAnswer>
