import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../model/errors/errors.ts'
import type { AsyncEvent, AsyncJob } from '../../model/query/asyncJob.ts'
import type { Db } from '../storage/schema.ts'
import { createBackgroundJobs, failedEnd, type LongQuery, lost, type Running } from './backgroundJobs.ts'
import { createEventListeners } from './eventListeners.ts'
import { closeJob, type EventPlace, hasJob, lostJobs, readEvents } from './store.ts'

/** How long events are stored, and results can be fetched. */
export const KEEP_EVENTS_MS = 86_400_000

export interface AsyncQueries {
  /** Starts a query, or joins the same query of the channel if it is already running. */
  start(query: LongQuery): Promise<AsyncJob>
  /**
   * Waits for a query: undefined if it ended within `waitMs`, otherwise its job. Until then, the query is canceled if
   * the client disconnects. @throws the error of the query
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

const stopped = () =>
  new AppError('GENERIC_BACKEND_ERROR', 499, 'The query was stopped in another window. Please run it again.')

/**
 * Runs queries that outlive their request. The end of each query is reported once, by an event on the browser's
 * channel.
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
  const byName = new Map<string, Promise<Running>>()
  const listeners = createEventListeners()
  const jobs = createBackgroundJobs({ db, now, log, forget, onEnd: listeners.tell })

  const nameOf = ({ channel, key }: LongQuery) => `${channel} ${key}`

  function forget(entry: Running): void {
    if (entry.isForgotten) return
    entry.isForgotten = true
    byName.delete(entry.name)
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
        return jobs.follow(query, nameOf(query), query.work(stop.signal), stop)
      }),

    async startIfSlow(query, waitMs, left) {
      const known = byName.get(nameOf(query))
      if (known) return join(known)
      const stop = new AbortController()
      const leave = () => stop.abort()
      if (left.aborted) leave()
      left.addEventListener('abort', leave, { once: true })
      const result = query.work(stop.signal)
      try {
        if (await endsWithin(result, waitMs)) return undefined
      } finally {
        left.removeEventListener('abort', leave)
      }
      const same = byName.get(nameOf(query))
      // the same query has become a job in the meantime: it continues to run
      if (same) stop.abort()
      return jobOf(query, () => jobs.follow(query, nameOf(query), result, stop))
    },

    async events(channel, after) {
      for (const id of await lostJobs(db, channel, now())) await closeJob(db, id, now(), failedEnd(lost()))
      return readEvents(db, channel, after)
    },

    async cancel(channel, jobId) {
      if (!(await hasJob(db, channel, jobId))) return false
      const entry = jobs.find(jobId)
      // before the job is removed: a caller that joined it later would wait for an event that never comes
      if (entry) forget(entry)
      const isEnded = await closeJob(db, jobId, now(), entry?.isShared ? failedEnd(stopped()) : undefined)
      entry?.stop.abort()
      if (isEnded && entry?.isShared) listeners.tell(channel)
      return isEnded
    },

    listen: listeners.listen,

    count: jobs.count,
    close: jobs.close,
  }
}

/** Whether a promise ends within this time. @throws the error of the promise */
async function endsWithin(result: Promise<unknown>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const slow = new Promise<'slow'>((resolve) => {
    timer = setTimeout(() => resolve('slow'), waitMs)
  })
  try {
    return (await Promise.race([result, slow])) !== 'slow'
  } finally {
    clearTimeout(timer)
  }
}
