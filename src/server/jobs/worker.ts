import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../storage/schema.ts'
import { once } from './effects.ts'
import { claim, extendLease, finish, type Job, LeaseLost, release, retryLater, whileHeld } from './jobs.ts'
import { JobFailure, type JobKind, type JobRun } from './kind.ts'
import { removeSchedule, runSchedules, setSchedule } from './schedules.ts'

export interface Worker {
  /** Looks for due work regularly until `stop`. */
  start(): void
  /** Starts all that is due now, and waits until it has ended. */
  runDue(): Promise<void>
  /** Starts no more jobs, cancels those that run, and releases them to other workers. */
  stop(): Promise<void>
}

interface WorkerOptions {
  db: Db
  kinds: readonly JobKind[]
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Different for each worker. */
  holder: string
  leaseMs?: number
  pollMs?: number
  concurrency?: number
}

const LEASE_MS = 60_000
const POLL_MS = 1000
const CONCURRENCY = 4
const PAUSE_AFTER_FAILURE = 10

/** Slots of some kinds of jobs. */
interface Lane {
  names: string[]
  places: number
  taken: number
}

/** Kinds with their own slots, and all others together. */
function lanesOf(kinds: readonly JobKind[], concurrency: number): Lane[] {
  const shared = kinds.filter(({ places }) => places === undefined).map(({ name }) => name)
  return [
    ...kinds.flatMap(({ name, places }) => (places === undefined ? [] : [{ names: [name], places, taken: 0 }])),
    { names: shared, places: concurrency, taken: 0 },
  ]
}

const runOf = (
  { db, now }: Pick<WorkerOptions, 'db' | 'now'>,
  job: Job,
  kind: JobKind,
  signal: AbortSignal,
): JobRun => ({
  jobId: job.id,
  subjectId: job.subject_id,
  dueOn: job.due_on,
  attempt: job.attempt,
  isLastAttempt: job.attempt >= kind.attempts,
  signal,
  whileHeld: (work) => whileHeld(db, job, work),
  once: (name, work) => once(db, job, name, work, now),
})

/** Stores the schedules of kinds that have a `crontab`. */
async function setOwnSchedules(db: Db, kinds: readonly JobKind[], nowMs: number): Promise<void> {
  for (const { name, crontab } of kinds) {
    if (crontab === null) await removeSchedule(db, name, [0])
    else if (crontab !== undefined) await setSchedule(db, { kind: name, subjectId: 0, crontab, timeZone: 'UTC' }, nowMs)
  }
}

/**
 * Runs the jobs of the store. Any number of workers share it: each job is leased to one of them, which extends its
 * lease while it works. A worker that dies or hangs loses the lease, and another one tries again.
 */
export function createWorker(options: WorkerOptions): Worker {
  const { db, now, log, holder, leaseMs = LEASE_MS, pollMs = POLL_MS, concurrency = CONCURRENCY } = options
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]))
  const single = options.kinds.filter(({ isSingle }) => isSingle).map(({ name }) => name)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const lanes = lanesOf(options.kinds, concurrency)
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function settle(job: Job, kind: JobKind): Promise<void> {
    const lost = new AbortController()
    const renewal = setInterval(() => {
      extendLease(db, job, now() + leaseMs)
        .then((isHeld) => isHeld || lost.abort(new LeaseLost(job)))
        .catch((error: unknown) => log.warn({ err: error }, `the lease of job ${job.id} could not be extended`))
    }, leaseMs / 3)
    const run = runOf(options, job, kind, AbortSignal.any([stopping.signal, lost.signal]))
    try {
      await attempt(job, kind, run)
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    } finally {
      clearInterval(renewal)
    }
  }

  async function attempt(job: Job, kind: JobKind, run: JobRun): Promise<void> {
    try {
      if (job.attempt > kind.attempts) throw new JobFailure('The server stopped each time this job ran.')
      const record = await kind.run(run)
      await run.whileHeld(async (trx) => {
        const failure = await record?.(trx)
        await finish(trx, job, failure ?? null, now())
      })
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (stopping.signal.aborted) return release(db, job)
      const message = error instanceof Error ? error.message : String(error)
      if (!run.isLastAttempt) return retryLater(db, job, now() + kind.waitMs(job.attempt), message)
      log.error({ err: error }, `job ${job.id} (${kind.name}) failed`)
      const record = await kind.gaveUp?.(run, error)
      await run.whileHeld(async (trx) => {
        await record?.(trx)
        await finish(trx, job, message, now())
      })
    }
  }

  /** Starts due jobs as long as there are free places. */
  async function startJobs(): Promise<void> {
    for (const lane of lanes) await startJobsOf(lane)
  }

  async function startJobsOf(lane: Lane): Promise<void> {
    if (lane.names.length === 0) return
    while (lane.taken < lane.places && !stopping.signal.aborted) {
      const job = await claim(db, lane.names, { holder, leaseMs, now: now(), single })
      const kind = job && kinds.get(job.kind)
      if (!job || !kind) return
      lane.taken++
      const work = settle(job, kind)
        // the job is tried again after its lease has ended
        .catch((error: unknown) => log.error({ err: error }, `job ${job.id} (${job.kind}) was not recorded`))
        .finally(() => {
          lane.taken--
          running.delete(work)
        })
      running.add(work)
    }
  }

  /** Whether the schedules of kinds that have a `crontab` are stored. */
  let isPlanned = false

  async function lookAround(): Promise<void> {
    if (!isPlanned) await setOwnSchedules(db, options.kinds, now())
    isPlanned = true
    await runSchedules(db, now(), scheduleFailed)
    await startJobs()
  }

  const scheduleFailed = ({ kind, subject_id }: { kind: string; subject_id: number }, error: unknown) =>
    log.error({ err: error }, `the schedule of ${kind} ${subject_id} could not be read`)

  /** After a failure of the store the pause is longer: requests report that failure as well. */
  const lookLater = (ms: number) => {
    timer = setTimeout(() => {
      let next = pollMs
      looking = lookAround().catch((error: unknown) => {
        next = pollMs * PAUSE_AFTER_FAILURE
        log.error({ err: error }, 'looking for background work failed')
      })
      void looking.then(() => stopping.signal.aborted || lookLater(next))
    }, ms).unref()
  }

  return {
    start: () => lookLater(pollMs),
    async runDue() {
      await runSchedules(db, now(), scheduleFailed)
      for (;;) {
        await startJobs()
        if (running.size === 0) return
        await Promise.all(running)
      }
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(running)
    },
  }
}
