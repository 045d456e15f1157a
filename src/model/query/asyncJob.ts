import { z } from 'zod'

/** One error in the contract's list format. */
const JobError = z.looseObject({ message: z.string() })

const fields = {
  channel_id: z.string(),
  job_id: z.string(),
  user_id: z.int().nullable(),
  status: z.enum(['pending', 'running', 'error', 'done']),
  errors: z.array(JobError),
  /** Where the result of a job that is done can be fetched: a path of this server. */
  result_url: z.string().nullable(),
}

/** A query that runs in the background: the body of a response with status 202. */
export const AsyncJob = z.strictObject(fields)
export type AsyncJob = z.infer<typeof AsyncJob>

/** The end of a job. Ids (`1607477697866-0`) grow within a channel. */
export const AsyncEvent = z.strictObject({ id: z.string(), ...fields })
export type AsyncEvent = z.infer<typeof AsyncEvent>

/** `GET /api/v1/async_event/` */
export const AsyncEventsAnswer = z.strictObject({ result: z.array(AsyncEvent) })
export type AsyncEventsAnswer = z.infer<typeof AsyncEventsAnswer>
