import { z } from 'zod'

/** A step of a query plan. Rows and costs are estimates of the database. */
export interface PlanStep {
  title: string
  /** the table that the step reads; empty if it reads none */
  subject: string
  /** further details, with the names that the database gives them */
  details: [string, string][]
  rows: number | null
  cost: number | null
  children: PlanStep[]
}

export const PlanStep: z.ZodType<PlanStep> = z.lazy(() =>
  z.strictObject({
    title: z.string(),
    subject: z.string(),
    details: z.array(z.tuple([z.string(), z.string()])),
    rows: z.number().nullable(),
    cost: z.number().nullable(),
    children: z.array(PlanStep),
  }),
)

/** One tree for each statement. */
export const PlanAnswer = z.strictObject({ result: z.array(z.array(PlanStep)) })
export type PlanAnswer = z.infer<typeof PlanAnswer>
