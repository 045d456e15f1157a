import { z } from 'zod'
import { isoText } from '../wire/answers.ts'

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'skipped', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** The subject of a job: an alert or report. */
const subject = z.strictObject({ id: z.int(), name: z.string(), url: z.string() })

/** A background job. */
export const JobRow = z.strictObject({
  id: z.int(),
  kind: z.string(),
  subject: subject.nullable(),
  state: z.enum(JOB_STATES),
  /** The time for which it was created. */
  due_on: isoText,
  /** Not started before: later than `due_on` after a failed attempt. */
  start_after: isoText,
  started_on: isoText.nullable(),
  finished_on: isoText.nullable(),
  attempt: z.int(),
  /** The worker that runs it. */
  holder: z.string().nullable(),
  error: z.string().nullable(),
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
})
export type JobRow = z.infer<typeof JobRow>

/** What creates jobs, and when it is due next. */
export const JobScheduleRow = z.strictObject({
  id: z.int(),
  kind: z.string(),
  subject: subject.nullable(),
  crontab: z.string(),
  crontab_humanized: z.string(),
  time_zone: z.string(),
  /** null: it is not due any more. */
  next_due: isoText.nullable(),
})
export type JobScheduleRow = z.infer<typeof JobScheduleRow>
