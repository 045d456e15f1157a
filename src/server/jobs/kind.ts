import type { Trx } from '../storage/schema.ts'

/**
 * Written in the transaction that finishes the job: it is in the store if and only if the job is finished. It returns
 * why the work failed, if it failed and must not be repeated.
 */
export type JobRecord = (trx: Trx) => Promise<string | undefined>

/** One attempt to run a job. */
export interface JobRun {
  jobId: number
  /** What the job is about, for example the id of a report. */
  subjectId: number
  /** The moment for which the job was created, UTC epoch milliseconds. */
  dueOn: number
  /** Counted from 1. */
  attempt: number
  isLastAttempt: boolean
  /** Aborted when the server stops and when another worker took the job over. */
  signal: AbortSignal
  /** A transaction that writes only while this worker holds the job. */
  whileHeld<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * An effect outside the store, at most once for the job. `done`: now or in an earlier attempt. `unknown`: an earlier
   * attempt was cut off in the middle, so it may have happened; it is not repeated. If `work` throws `NothingHappened`,
   * a later attempt may repeat it.
   */
  once(name: string, work: () => Promise<void>): Promise<'done' | 'unknown'>
}

/** A job failed for a reason that is written for users. Other errors are bugs. */
export class JobFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = new.target.name
  }
}

/** An effect failed before anything left this process. */
export class NothingHappened extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'NothingHappened'
  }
}

/** Work of the background workers. */
export interface JobKind {
  name: string
  /** When a job of this kind without a subject is due: cron fields, in UTC. null ends an existing schedule. */
  crontab?: string | null
  /** How many attempts there are, including worker crashes. */
  attempts: number
  /** Pause after a failed attempt. */
  waitMs(attempt: number): number
  /** Throws if the attempt failed. */
  run(run: JobRun): Promise<JobRecord | undefined>
  /** Runs after the last attempt has failed. */
  gaveUp?(run: JobRun, error: unknown): Promise<JobRecord | undefined>
  /** Users may cancel a job of this kind while it runs, because nothing stays half-done. */
  isStoppable?: boolean
  /** At most one runs at a time, on all workers together. */
  isSingle?: boolean
  /**
   * This many run at once in each worker, in addition to jobs of other kinds, so that long jobs do not delay others.
   */
  places?: number
  /** Runs in the transaction in which a user starts a failed job again. */
  startedAgain?(trx: Trx, jobId: number): Promise<unknown>
  /** Runs in the transaction in which a user cancels a job. */
  cancelled?(trx: Trx, job: Pick<JobRun, 'subjectId' | 'dueOn'>, message: string): Promise<void>
}
