import { z } from 'zod'
import { ids, short } from '../wire/fields.ts'

const names = short(z.array(z.string().max(1000))).default([])

/**
 * Body of `POST /api/v1/usage/`: the objects that will be deleted. `columns` and `metrics`: only these parts of the
 * datasets will be deleted.
 */
export const UsageAsked = z.strictObject({
  kind: z.enum(['dataset', 'database', 'chart']),
  ids,
  columns: names,
  metrics: names,
})
export type UsageAsked = z.infer<typeof UsageAsked>

const group = z.strictObject({
  /** Number of all objects, including those that the user may not see. */
  count: z.int(),
  /** The first objects that the user may see. */
  result: z.array(
    z.strictObject({
      id: z.int(),
      title: z.string(),
      url: z.string(),
      /**
       * Names of the deleted columns and metrics that the object uses; empty if it uses the deleted dataset, database
       * or chart as a whole.
       */
      names: z.array(z.string()),
    }),
  ),
})
export type UsageGroup = z.infer<typeof group>

/** Objects that break or are deleted too, because they use an object that will be deleted. */
export const UsageAnswer = z.strictObject({
  result: z.strictObject({
    charts: group,
    dashboards: group,
    datasets: group,
    saved_queries: group,
    row_rules: group,
  }),
})
export type UsageAnswer = z.infer<typeof UsageAnswer>
