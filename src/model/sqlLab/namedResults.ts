import { z } from 'zod'
import { id } from '../wire/fields.ts'
import { ResultColumn } from './sqlLabAnswers.ts'

/** The schema of a tab's named results in SQL: `select * from scratch.totals`. */
export const SCRATCH = 'scratch'

/** Body of `POST /api/v1/sqllab/named_result/`. */
export const NameResultBody = z.strictObject({
  tab_id: id,
  /** of the result */
  key: z.string().max(64),
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/, 'Use letters, digits and _, and begin with a letter.'),
})
export type NameResultBody = z.infer<typeof NameResultBody>

/** A result that the statements of a tab can read. */
export const NamedResult = z.strictObject({ name: z.string(), rows: z.int(), columns: z.array(ResultColumn) })
export type NamedResult = z.infer<typeof NamedResult>

export const NamedResultAnswer = z.strictObject({ result: NamedResult })
export type NamedResultAnswer = z.infer<typeof NamedResultAnswer>
export const NamedResultsAnswer = z.strictObject({ result: z.array(NamedResult) })
export type NamedResultsAnswer = z.infer<typeof NamedResultsAnswer>
