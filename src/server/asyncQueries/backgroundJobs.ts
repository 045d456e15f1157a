import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../model/errors/errors.ts'
import type { AsyncJob } from '../../model/query/asyncJob.ts'
import { errorBody } from '../errors.ts'
import type { Db } from '../storage/schema.ts'
import { createLeases, LEASE_MS } from './leases.ts'
import { closeJob, type JobEnd, openJob } from './store.ts'

/** Maximum number of queries of one channel that run in the background of one node. */
export const JOBS_PER_CHANNEL = 200
/** A query that may run in the background. */
export interface LongQuery {
  channel: string
  userId: number | null
  /** Equal queries of a channel at the same time are one job. */
  key: string
  /** Runs the query and caches its result. */
  work(signal: AbortSignal): Promise<unknown>
  /** After `work`: the address of its result. @throws AppError if the result cannot be fetched */
  keep(): Promise<string>
}

export interface Running {
  job: AsyncJob
  name: string
  stop: AbortController
  ended: Promise<void>
  /** Whether several requests were answered with this job. */
  isShared: boolean
  /** Whether equal queries no longer join this job. */
  isForgotten: boolean
}

export const lost = () =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'The server was stopped while this query ran. Please run it again.')

const busy = () =>
  new AppError('GENERIC_BACKEND_ERROR', 429, 'You have too many queries waiting. Please try again in a moment.', {
    retryAfterS: 2,
  })

export const failedEnd = (error: AppError): JobEnd => {
  const { errors } = errorBody(error, 'B') as { errors?: JobEnd['errors'] }
  return { status: 'error', errors: errors ?? [{ message: error.message }], result_url: null }
}

interface JobsOptions {
  db: Db
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Called when equal queries must no longer join a job. */
  forget: (entry: Running) => void
  /** Called when the end of a job of the channel has been stored. */
  onEnd: (channel: string) => void
}

interface BackgroundJobs {
  /** Turns a running query into a job. If that fails, the query is ended. */
  follow(query: LongQuery, name: string, result: Promise<unknown>, stop: AbortController): Promise<Running>
  find(jobId: string): Running | undefined
  count(): number
  /** Ends all queries. */
  close(): Promise<void>
}

/** The jobs of this node: each has a lease until its query ends, and then its end is stored. */
export function createBackgroundJobs({ db, now, log, forget, onEnd }: JobsOptions): BackgroundJobs {
  const running = new Map<string, Running>()
  const leases = createLeases({ db, now, log, idsOf: () => [...running.keys()], onLost })
  let isClosing = false

  /** The job was canceled on another node, or reported as lost: nobody waits for it. */
  function onLost(id: string): void {
    const entry = running.get(id)
    if (!entry) return
    forget(entry)
    entry.stop.abort()
  }

  function knownError(error: unknown, { job_id }: AsyncJob): AppError {
    if (error instanceof AppError) return error
    log.error({ err: error }, `the query of job ${job_id} failed`)
    return new AppError('GENERIC_BACKEND_ERROR', 500, 'Unexpected error')
  }

  async function end(entry: Running, result: Promise<unknown>, query: LongQuery): Promise<void> {
    const { job } = entry
    const told: JobEnd = await result
      .then(async () => ({ status: 'done' as const, errors: [], result_url: await query.keep() }))
      .catch((error: unknown) => failedEnd(isClosing ? lost() : knownError(error, job)))
    try {
      if (await closeJob(db, job.job_id, now(), told)) onEnd(job.channel_id)
    } catch (error) {
      // the lease of the job will expire, and the job is then reported as lost
      log.error({ err: error }, `the end of job ${job.job_id} could not be stored`)
    } finally {
      running.delete(job.job_id)
      forget(entry)
      if (running.size === 0) leases.rest()
    }
  }

  async function follow(
    query: LongQuery,
    name: string,
    result: Promise<unknown>,
    stop: AbortController,
  ): Promise<Running> {
    const { channel, userId } = query
    result.catch(() => undefined)
    const id = randomUUID()
    try {
      if (isClosing) throw lost()
      if ([...running.values()].filter(({ job }) => job.channel_id === channel).length >= JOBS_PER_CHANNEL) throw busy()
      await openJob(db, { id, channel, user_id: userId, lease_until: now() + LEASE_MS })
    } catch (error) {
      stop.abort()
      throw error
    }
    const job: AsyncJob = {
      channel_id: channel,
      job_id: id,
      user_id: userId,
      status: 'pending',
      errors: [],
      result_url: null,
    }
    const entry: Running = { job, name, stop, isShared: false, isForgotten: false, ended: Promise.resolve() }
    running.set(id, entry)
    leases.keep()
    entry.ended = end(entry, result, query)
    return entry
  }

  return {
    follow,
    find: (jobId) => running.get(jobId),
    count: () => running.size,
    async close() {
      isClosing = true
      const rest = [...running.values()]
      for (const { stop } of rest) stop.abort()
      await Promise.all(rest.map(({ ended }) => ended))
      leases.rest()
    },
  }
}
