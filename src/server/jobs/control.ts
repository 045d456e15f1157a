import { AppError } from '../../model/errors/errors.ts'
import type { Db, Trx } from '../storage/schema.ts'
import type { Job } from './jobs.ts'
import type { JobKind } from './kind.ts'

type Judged = Pick<Job, 'kind' | 'state' | 'attempt'>

/**
 * Whether a job may be started again: it failed, or waits after a failed attempt. Effects that happened are not
 * repeated (`JobRun.once`).
 */
export const mayRetry = ({ state, attempt }: Judged): boolean =>
  state === 'failed' || (state === 'waiting' && attempt > 0)

/** Whether a job may be canceled: it waits, or it is of a kind that may be stopped at any time. */
export const mayCancel = ({ state, kind }: Judged, stoppable: ReadonlySet<string>): boolean =>
  state === 'waiting' || (state === 'running' && stoppable.has(kind))

const refused = (message: string) => new AppError('GENERIC_COMMAND_ERROR', 409, message)

/** Starts a failed job now, with all its attempts. @throws AppError if that is not possible in its state */
export async function retryJob(trx: Trx, job: Job, kinds: readonly JobKind[], now: number): Promise<void> {
  if (!mayRetry(job)) throw refused('Only a job that failed can be started again.')
  await change(trx, job, { state: 'waiting', start_after: now, attempt: 0, error: null, finished_on: null })
  await kinds.find(({ name }) => name === job.kind)?.startedAgain?.(trx, job.id)
}

/** Ends a job. A worker that runs it loses its lease. @throws AppError if that is not possible in its state */
export async function cancelJob(
  trx: Trx,
  job: Job,
  kinds: readonly JobKind[],
  { by, now }: { by: string; now: number },
): Promise<void> {
  const kind = kinds.find(({ name }) => name === job.kind)
  if (!mayCancel(job, new Set(kind?.isStoppable ? [kind.name] : []))) {
    throw refused(
      job.state === 'running' ? 'A job of this kind cannot be stopped while it runs.' : 'The job has ended already.',
    )
  }
  const message = `Cancelled by ${by}.`
  await change(trx, job, { state: 'cancelled', error: message, finished_on: now, holder: null, lease_until: null })
  await kind?.cancelled?.(trx, { subjectId: job.subject_id, dueOn: job.due_on }, message)
}

/** Changes a job. @throws AppError if a user or worker has changed it since it was read */
async function change(db: Db | Trx, { id, fence, state }: Job, values: Partial<Omit<Job, 'id'>>): Promise<void> {
  const changed = await db
    .updateTable('jobs')
    .set({ ...values, fence: fence + 1 })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw refused('The job has changed in the meantime.')
}
