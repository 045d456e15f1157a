import { z } from 'zod'
import { id, text } from '../wire/fields.ts'

const name = z.string().min(1).max(255)
const table = { schema: z.string().max(255).nullable(), table: name }

export const AGGREGATES = ['SUM', 'AVG', 'MIN', 'MAX', 'COUNT'] as const

/** Maximum number of joined tables in a dataset. */
export const MOST_JOINS = 10

const join = z.strictObject({
  ...table,
  /** Position of the earlier table to which this table is joined: 0 is the first table, n the nth joined one. */
  to: z.int().min(0).max(MOST_JOINS),
  /** The columns that must be equal: `left` of the earlier table, `right` of this one. */
  keys: z
    .array(z.strictObject({ left: name, right: name }))
    .min(1, 'A join needs at least one pair of columns.')
    .max(10),
  /** Columns of this table in the result; absent: all except the keys. */
  columns: z.array(name).max(1000).optional(),
  /**
   * If present, the table is aggregated to one row for each value of its keys, with these columns instead of its own.
   */
  aggregates: z
    .array(z.strictObject({ column: name, function: z.enum(AGGREGATES) }))
    .max(200)
    .optional(),
})

/**
 * Tables of one database that are read together. The result has every row of the first table exactly once: the other
 * tables are joined with LEFT JOIN, and each must have at most one match for a row.
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

/** Whether a column is an identifier by its name: numeric identifiers are not summed. */
export const isIdName = (column: string) => /(^|_)id$/i.test(column)

/** The result of a query that checks a join. */
const JoinCheck = z.strictObject({
  /** The joined table has at most one row for each value of its keys. */
  is_unique: z.boolean(),
  /**
   * Rows of the joined table appear for several rows of the earlier table, so that sums of their columns would count
   * them again.
   */
  repeats: z.boolean(),
})
export type JoinCheck = z.infer<typeof JoinCheck>

/** `POST /api/v1/dataset/join/preview` */
export const JoinPreviewAnswer = z.strictObject({
  result: z.strictObject({ sql: z.string(), checks: z.array(JoinCheck) }),
})
export type JoinPreviewAnswer = z.infer<typeof JoinPreviewAnswer>
