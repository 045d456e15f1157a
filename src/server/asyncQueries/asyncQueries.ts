import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../model/errors/errors.ts'
import type { AsyncEvent, AsyncJob } from '../../model/query/asyncJob.ts'
import { errorBody } from '../errors.ts'
import type { Db } from '../storage/schema.ts'
import { closeJob, type EventPlace, hasJob, type JobEnd, lostJobs, openJob, readEvents, renewJobs } from './store.ts'

/** A node that has not extended the lease for this long has lost its queries. */
export const LEASE_MS = 60_000
export const RENEW_MS = 20_000
/** Maximum number of queries of one channel that run in the background of one node. */
export const JOBS_PER_CHANNEL = 200
/** How long events are stored, and results can be fetched. */
export const KEEP_EVENTS_MS = 86_400_000

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

interface Running {
  job: AsyncJob
  name: string
  stop: AbortController
  ended: Promise<void>
  /** Several requests were answered with this job. */
  isShared: boolean
  /** Equal queries do not join it any more. */
  isForgotten: boolean
}

export interface AsyncQueries {
  /** Starts a query, or joins the same query of the channel if it is already running. */
  start(query: LongQuery): Promise<AsyncJob>
  /**
   * Waits for a query: undefined if it ended within `waitMs`, otherwise its job. Until then, the query ends when the
   * client leaves. @throws what the query throws
   */
  startIfSlow(query: LongQuery, waitMs: number, left: AbortSignal): Promise<AsyncJob | undefined>
  /** The next events of a channel. A query whose node has died is reported as failed. */
  events(channel: string, after: EventPlace | undefined): Promise<AsyncEvent[]>
  /** Ends a query, without an event unless several requests wait for it; false if the channel has no such job. */
  cancel(channel: string, jobId: string): Promise<boolean>
  /** Calls the listener when this node has written an event of the channel; returns the function that removes it. */
  listen(channel: string, onEvent: () => void): () => void
  /** Queries that run in the background of this node. */
  count(): number
  /** Ends all queries and notifies their channels. */
  close(): Promise<void>
}

const lost = () =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'The server was stopped while this query ran. Please run it again.')

const busy = () =>
  new AppError('GENERIC_BACKEND_ERROR', 429, 'You have too many queries waiting. Please try again in a moment.', {
    retryAfterS: 2,
  })

const stopped = () =>
  new AppError('GENERIC_BACKEND_ERROR', 499, 'The query was stopped in another window. Please run it again.')

const failedEnd = (error: AppError): JobEnd => {
  const { errors } = errorBody(error, 'B') as { errors?: JobEnd['errors'] }
  return { status: 'error', errors: errors ?? [{ message: error.message }], result_url: null }
}

/**
 * Runs queries that outlive their request. The end of each query is reported once, by an event of the channel of the
 * browser.
 */
export function createAsyncQueries({
  db,
  now,
  log,
}: {
  db: Db
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}): AsyncQueries {
  const running = new Map<string, Running>()
  const byName = new Map<string, Promise<Running>>()
  const listeners = new Map<string, Set<() => void>>()
  let isClosing = false
  let renewal: NodeJS.Timeout | undefined

  const nameOf = ({ channel, key }: LongQuery) => `${channel} ${key}`

  function forget(entry: Running): void {
    if (entry.isForgotten) return
    entry.isForgotten = true
    byName.delete(entry.name)
  }

  async function renew(): Promise<void> {
    const ids = [...running.keys()]
    if (ids.length === 0) return
    const held = await renewJobs(db, ids, now() + LEASE_MS)
    // cancelled on another node, or reported as lost: nobody waits for it
    for (const id of ids) {
      const entry = running.get(id)
      if (!entry || held.has(id)) continue
      forget(entry)
      entry.stop.abort()
    }
  }

  function keepLeases(): void {
    renewal ??= setInterval(() => {
      renew().catch((error: unknown) => log.warn({ err: error }, 'the leases of queries could not be extended'))
    }, RENEW_MS).unref()
  }

  const tell = (channel: string) => {
    for (const onEvent of listeners.get(channel) ?? []) onEvent()
  }

  async function end(entry: Running, result: Promise<unknown>, query: LongQuery): Promise<void> {
    const { job } = entry
    const told: JobEnd = await result
      .then(async () => ({ status: 'done' as const, errors: [], result_url: await query.keep() }))
      .catch((error: unknown) => {
        if (isClosing) return failedEnd(lost())
        if (error instanceof AppError) return failedEnd(error)
        log.error({ err: error }, `the query of job ${job.job_id} failed`)
        return failedEnd(new AppError('GENERIC_BACKEND_ERROR', 500, 'Unexpected error'))
      })
    try {
      if (await closeJob(db, job.job_id, now(), told)) tell(job.channel_id)
    } catch (error) {
      // its lease ends, and it is reported as lost
      log.error({ err: error }, `the end of job ${job.job_id} could not be stored`)
    } finally {
      running.delete(job.job_id)
      forget(entry)
      if (running.size === 0) {
        clearInterval(renewal)
        renewal = undefined
      }
    }
  }

  /** Turns a running query into a job. If that fails, the query is ended. */
  async function follow(query: LongQuery, result: Promise<unknown>, stop: AbortController): Promise<Running> {
    const { channel, userId } = query
    result.catch(() => undefined)
    const id = randomUUID()
    const name = nameOf(query)
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
    keepLeases()
    entry.ended = end(entry, result, query)
    return entry
  }

  async function join(made: Promise<Running>): Promise<AsyncJob> {
    const entry = await made
    entry.isShared = true
    return entry.job
  }

  /** The job of a query, created by `make` unless the same query of the channel has one. */
  async function jobOf(query: LongQuery, make: () => Promise<Running>): Promise<AsyncJob> {
    const name = nameOf(query)
    const known = byName.get(name)
    if (known) return join(known)
    const made = make()
    byName.set(name, made)
    try {
      return (await made).job
    } catch (error) {
      if (byName.get(name) === made) byName.delete(name)
      throw error
    }
  }

  return {
    start: (query) =>
      jobOf(query, () => {
        const stop = new AbortController()
        return follow(query, query.work(stop.signal), stop)
      }),

    async startIfSlow(query, waitMs, left) {
      const known = byName.get(nameOf(query))
      if (known) return join(known)
      const stop = new AbortController()
      const leave = () => stop.abort()
      if (left.aborted) leave()
      left.addEventListener('abort', leave, { once: true })
      const result = query.work(stop.signal)
      let timer: NodeJS.Timeout | undefined
      const slow = new Promise<'slow'>((resolve) => {
        timer = setTimeout(() => resolve('slow'), waitMs)
      })
      try {
        if ((await Promise.race([result, slow])) !== 'slow') return undefined
      } finally {
        clearTimeout(timer)
        left.removeEventListener('abort', leave)
      }
      const same = byName.get(nameOf(query))
      // the same query has become a job in the meantime: it continues to run
      if (same) stop.abort()
      return jobOf(query, () => follow(query, result, stop))
    },

    async events(channel, after) {
      for (const id of await lostJobs(db, channel, now())) await closeJob(db, id, now(), failedEnd(lost()))
      return readEvents(db, channel, after)
    },

    async cancel(channel, jobId) {
      if (!(await hasJob(db, channel, jobId))) return false
      const entry = running.get(jobId)
      // before the job is removed: a caller that joined it later would wait for an event that never comes
      if (entry) forget(entry)
      const isEnded = await closeJob(db, jobId, now(), entry?.isShared ? failedEnd(stopped()) : undefined)
      entry?.stop.abort()
      if (isEnded && entry?.isShared) tell(channel)
      return isEnded
    },

    listen(channel, onEvent) {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(onEvent))
      return () => {
        known.delete(onEvent)
        if (known.size === 0 && listeners.get(channel) === known) listeners.delete(channel)
      }
    },

    count: () => running.size,

    async close() {
      isClosing = true
      const rest = [...running.values()]
      for (const { stop } of rest) stop.abort()
      await Promise.all(rest.map(({ ended }) => ended))
      clearInterval(renewal)
    },
  }
}
