import { z } from 'zod'
import { ids, short } from '../wire/fields.ts'

const names = short(z.array(z.string().max(1000))).default([])

/** Body of `POST /api/v1/usage/`: what will be deleted. `columns` and `metrics`: only these parts of the datasets. */
export const UsageAsked = z.strictObject({
  kind: z.enum(['dataset', 'database', 'chart']),
  ids,
  columns: names,
  metrics: names,
})
export type UsageAsked = z.infer<typeof UsageAsked>

const group = z.strictObject({
  /** All of them, including those that the reader may not see. */
  count: z.int(),
  /** The first ones that the reader may see. */
  result: z.array(
    z.strictObject({
      id: z.int(),
      title: z.string(),
      url: z.string(),
      /** Columns and metrics that it uses; empty if it uses the whole object. */
      names: z.array(z.string()),
    }),
  ),
})
export type UsageGroup = z.infer<typeof group>

/** An object that uses another one, and breaks or is deleted without it. */
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
