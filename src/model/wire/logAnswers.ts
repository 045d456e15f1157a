import { z } from 'zod'
import { isoText } from './answers.ts'

/** A row of `GET /api/v1/log/`, with the columns of the contract. */
export const LogRow = z.strictObject({
  user: z.strictObject({ username: z.string() }).nullable(),
  action: z.string(),
  dttm: isoText,
  /** JSON text */
  json: z.string().nullable(),
  slice_id: z.int().nullable(),
  dashboard_id: z.int().nullable(),
  user_id: z.int().nullable(),
  duration_ms: z.number().nullable(),
  referrer: z.string().nullable(),
  outcome: z.string(),
  /** `User:7` */
  object: z.string().nullable(),
  /** Address of the client. */
  address: z.string().nullable(),
})
