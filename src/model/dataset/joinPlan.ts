import { z } from 'zod'
import { id, text } from '../wire/fields.ts'

const name = z.string().min(1).max(255)
const table = { schema: z.string().max(255).nullable(), table: name }

export const AGGREGATES = ['SUM', 'AVG', 'MIN', 'MAX', 'COUNT'] as const

/** Maximum number of joined tables in a dataset. */
export const MOST_JOINS = 10

const join = z.strictObject({
  ...table,
  /** The table that it joins: 0 is the first table, n the nth joined one. */
  to: z.int().min(0).max(MOST_JOINS),
  /** The columns that must be equal: of the earlier table, and of this one. */
  keys: z
    .array(z.strictObject({ left: name, right: name }))
    .min(1, 'A join needs at least one pair of columns.')
    .max(10),
  /** Columns that it adds; absent: all. */
  columns: z.array(name).max(1000).optional(),
  /** Present: one row for each value of its keys, with these columns instead of its own. */
  aggregates: z
    .array(z.strictObject({ column: name, function: z.enum(AGGREGATES) }))
    .max(200)
    .optional(),
})

/**
 * Tables of one database that are read together. Every row of the first table stays exactly once: others are joined to
 * it (LEFT JOIN), and each must have at most one row for a row of it.
 */
export const JoinPlan = z.strictObject({
  database: id,
  ...table,
  /** Columns of the first table; absent: all. */
  columns: z.array(name).max(1000).optional(),
  joins: z.array(join).min(1, 'A join needs two tables.').max(MOST_JOINS),
})
export type JoinPlan = z.infer<typeof JoinPlan>
export type JoinStep = JoinPlan['joins'][number]

/** Body of `POST /api/v1/dataset/join/`. */
export const JoinedDatasetCreate = z.strictObject({ table_name: text(1, 250), plan: JoinPlan })
export type JoinedDatasetCreate = z.infer<typeof JoinedDatasetCreate>

/** Numeric identifiers are not summed. */
export const isIdName = (column: string) => /(^|_)id$/i.test(column)

/** What a query found out about a join. */
const JoinCheck = z.strictObject({
  /** The joined table has at most one row for each value of its keys. */
  is_unique: z.boolean(),
  /** Its rows appear for several rows of the table that it joins, so that sums of its columns would count them again. */
  repeats: z.boolean(),
})
export type JoinCheck = z.infer<typeof JoinCheck>

/** `POST /api/v1/dataset/join/preview` */
export const JoinPreviewAnswer = z.strictObject({
  result: z.strictObject({ sql: z.string(), checks: z.array(JoinCheck) }),
})
export type JoinPreviewAnswer = z.infer<typeof JoinPreviewAnswer>
