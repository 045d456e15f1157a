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
  /** The time for which the job was created. */
  due_on: isoText,
  /** Earliest start: after a failed attempt it is later than `due_on`. */
  start_after: isoText,
  started_on: isoText.nullable(),
  finished_on: isoText.nullable(),
  attempt: z.int(),
  /** The worker that runs the job. */
  holder: z.string().nullable(),
  error: z.string().nullable(),
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
})
export type JobRow = z.infer<typeof JobRow>

/** A schedule that creates jobs, and the time of its next job. */
export const JobScheduleRow = z.strictObject({
  id: z.int(),
  kind: z.string(),
  subject: subject.nullable(),
  crontab: z.string(),
  crontab_humanized: z.string(),
  time_zone: z.string(),
  /** null: the schedule creates no more jobs. */
  next_due: isoText.nullable(),
})
export type JobScheduleRow = z.infer<typeof JobScheduleRow>
