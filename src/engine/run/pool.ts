import { availableParallelism, tmpdir, totalmem } from 'node:os'
import type {
  CatalogAnswers,
  CatalogQuestion,
  ConnectionSpec,
  EngineAnswer,
  EngineJob,
  EnginePool,
} from '../contracts.ts'
import { dialects } from '../dialects/index.ts'
import { CircuitBreaker } from './breaker.ts'
import { ChildFailure, ChildGone, type ChildOptions, EngineChild } from './child.ts'
import { removeLeftovers } from './encode/leftovers.ts'
import { asAppError, busy, cancelled, isUnreachable, timedOut } from './failures.ts'
import type { Answers, Request, RequestKind } from './protocol.ts'
import { removeAbandonedScratch } from './scratch.ts'

export interface EnginePoolOptions {
  /** Query children of the embedded engine; each holds one database at a time. */
  children?: number
  /** Children of all other databases, which mostly wait for a server. */
  otherChildren?: number
  /** Queries that may wait; beyond it they are refused at once. */
  queueLimit?: number
  /** Queries that may wait for one database, so that one that hangs does not take all the room. */
  queuePerDatabase?: number
  /** Requests that one database server gets at a time. */
  jobsPerServer?: number
  /** Queries that one child runs at a time, long ones included. */
  jobsPerChild?: number
  /** Memory of the engine in each child, in megabytes. */
  memoryLimitMb?: number
  /** What a child may hold in all before it is killed. */
  residentLimitMb?: number
  threads?: number
  spillLimitMb?: number
  /** Folders in which file databases may lie. */
  fileFolders?: string[]
  /** Hosts beyond the public internet that drivers may connect to (see `allowedHosts`); absent: any. */
  privateHosts?: readonly string[]
  /** Where private folders of children are made. */
  scratchFolder?: string
  /** Told what an administrator should know: a child that died, and why. */
  onWarning?: (message: string) => void
}

const BYTES_PER_MB = 1_048_576
/** Room for V8 and for results on their way out, above what the engine may use. */
const RSS_HEADROOM_MB = 1024
/** Interrupt, then kill: both together stay under a second. */
const GRACE_MS = 500
/** A query that runs longer no longer counts as quick: another may start beside it. */
const QUICK_MS = 250
/**
 * A job that waited so long for another database's busy child gets a place of its own. So long a new child serves at
 * least: where starting one takes longer than this, children would else give way as soon as they are there.
 */
const PATIENCE_MS = 1000
/** Children of one database that is a file and whose engine runs in the child. */
const FILE_CHILDREN = 2
/** A child whose database nobody asked for so long ends. */
const IDLE_MS = 300_000
/** Timers count whole milliseconds and may fire a fraction early. */
const TIMER_SLACK_MS = 2
/** Parsing and describing read no data; what takes longer hangs. */
const INSPECT_TIMEOUT_MS = 10_000
/** Schemas of thousands of tables take some databases long to list. */
const CATALOG_TIMEOUT_MS = 30_000

interface Answered {
  answer: Answers[RequestKind]
  body: Buffer
}

interface Job {
  key: string
  connection: ConnectionSpec
  request: Request
  resolve: (answered: Answered) => void
  reject: (reason: unknown) => void
  /** Aborted on timeout and when the caller leaves. */
  stop: AbortController
  /** A job that lost its child by another's fault gets one second chance. */
  retried: boolean
  /** When it was asked for, by the clock of `performance.now`. */
  since: number
}

/** Embedded children and the others have places of their own: neither waits for the other. */
type Group = 'embedded' | 'other'

interface Member {
  child: EngineChild
  key: string
  group: Group
  traits: Traits
  idleTimer?: NodeJS.Timeout
  /** Until when it gives way to nobody while it has work, by the clock of `performance.now`. */
  servesUntil: number
  running: Set<Job>
  /** Running jobs that are still within QUICK_MS. */
  quick: number
}

/** How the children of a database are used. */
interface Traits {
  /** Children that it may have at a time. */
  children: number
  /** Requests that each takes at a time, and how many of them within QUICK_MS. */
  jobs: number
  quickJobs: number
}

const groupOf = (connection: ConnectionSpec): Group => ('tables' in connection ? 'embedded' : 'other')
const keyOf = ({ dialect, databaseId, dataVersion }: ConnectionSpec) => `${dialect}:${databaseId}:${dataVersion}`
const databaseOf = (key: string) => key.slice(0, key.indexOf(':', key.indexOf(':') + 1))

/**
 * The engine children of this process. Children start when first needed and stay; each serves one version of one
 * database, several queries at a time. A new version gets a fresh child while the old one drains.
 */
export class Pool implements EnginePool {
  private readonly size: Record<Group, number>
  private readonly jobsPerChild: number
  private readonly jobsPerServer: number
  private readonly quickPerChild: number
  private readonly queueLimit: number
  private readonly queuePerDatabase: number
  private readonly breaker = new CircuitBreaker()
  private readonly childOptions: ChildOptions
  private readonly onWarning: (message: string) => void
  private members: Member[] = []
  /** Children on their way out: they finish what they run and get nothing new. */
  private readonly draining = new Set<Member>()
  private queue: Job[] = []
  /** Versions that were asked for: one that was not seen before supersedes the others of its database. */
  private readonly known = new Set<string>()
  private isClosed = false

  constructor(options: EnginePoolOptions) {
    const cores = availableParallelism()
    this.size = { embedded: options.children ?? 2, other: options.otherChildren ?? 8 }
    this.jobsPerChild = options.jobsPerChild ?? 8
    this.jobsPerServer = options.jobsPerServer ?? 8
    this.quickPerChild = Math.max(1, Math.ceil(cores / this.size.embedded))
    this.queueLimit = options.queueLimit ?? 500
    this.queuePerDatabase = options.queuePerDatabase ?? 100
    this.onWarning = options.onWarning ?? (() => undefined)
    const share = Math.floor((totalmem() / BYTES_PER_MB) * (0.6 / this.size.embedded))
    const memoryLimitMb = options.memoryLimitMb ?? Math.max(512, share)
    this.childOptions = {
      settings: {
        memoryLimitMb,
        threads: options.threads ?? cores,
        spillLimitMb: options.spillLimitMb ?? 10_240,
        fileFolders: options.fileFolders ?? [],
        privateHosts: options.privateHosts,
      },
      rssLimitMb: options.residentLimitMb ?? memoryLimitMb + RSS_HEADROOM_MB,
      graceMs: GRACE_MS,
      scratchFolder: options.scratchFolder ?? tmpdir(),
      onWarning: this.onWarning,
    }
    removeAbandonedScratch(this.childOptions.scratchFolder)
  }

  async run({ connection, ...job }: EngineJob, signal?: AbortSignal): Promise<EngineAnswer> {
    const { answer, body } = await this.submit(connection, { kind: 'run', job }, job.limits.timeoutMs, signal)
    return { body, ...(answer as Answers['run']) }
  }

  async parse(connection: ConnectionSpec, sql: string): Promise<{ tree: unknown } | { error: string }> {
    const { answer } = await this.submit(connection, { kind: 'parse', sql }, INSPECT_TIMEOUT_MS)
    return answer as Answers['parse']
  }

  async describe(connection: ConnectionSpec, sql: string): Promise<{ name: string; type: string }[]> {
    const request: Request = { kind: 'describe', sql, timeoutMs: INSPECT_TIMEOUT_MS }
    const { answer } = await this.submit(connection, request, INSPECT_TIMEOUT_MS)
    return answer as Answers['describe']
  }

  async catalog<Q extends CatalogQuestion>(
    connection: ConnectionSpec,
    question: Q,
    signal?: AbortSignal,
  ): Promise<CatalogAnswers[Q['ask']]> {
    const request: Request = { kind: 'catalog', question, timeoutMs: CATALOG_TIMEOUT_MS }
    const { answer } = await this.submit(connection, request, CATALOG_TIMEOUT_MS, signal)
    return answer as CatalogAnswers[Q['ask']]
  }

  async estimate(connection: ConnectionSpec, sql: string, signal?: AbortSignal): Promise<Record<string, string>[]> {
    const request: Request = { kind: 'estimate', sql, timeoutMs: INSPECT_TIMEOUT_MS }
    const { answer } = await this.submit(connection, request, INSPECT_TIMEOUT_MS, signal)
    return answer as Answers['estimate']
  }

  async ping(connection: ConnectionSpec, timeoutMs: number): Promise<void> {
    await this.submit(connection, { kind: 'ping', timeoutMs }, timeoutMs)
  }

  /** Starts a child for this database before the first query asks for one. */
  warm(connection: ConnectionSpec): void {
    const key = keyOf(connection)
    this.meet(key)
    const group = groupOf(connection)
    const hasRoom = !this.isClosed && this.membersOf(group).length < this.size[group]
    if (hasRoom && !this.members.some((member) => member.key === key)) this.start(connection, key)
  }

  /** Process ids of the living children: for tests and for the health page. */
  get pids(): number[] {
    return [...this.members, ...this.draining].flatMap(({ child }) => child.pid ?? [])
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const job of this.queue.splice(0)) job.reject(busy())
    const children = [...this.members, ...this.draining].map(({ child }) => child)
    for (const child of children) child.kill('the server stops')
    await Promise.all(children.map((child) => child.ended))
  }

  private submit(
    connection: ConnectionSpec,
    request: Request,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Answered> {
    const key = keyOf(connection)
    if (this.isClosed || this.isFull(connection, key)) return Promise.reject(busy())
    if (signal?.aborted) return Promise.reject(cancelled())
    const refusal = this.breaker.refusal(key)
    if (refusal !== undefined) return Promise.reject(refusal)
    return new Promise<Answered>((resolve, reject) => {
      const job: Job = {
        key,
        connection,
        request,
        stop: new AbortController(),
        retried: false,
        since: performance.now(),
        resolve: (answered) => {
          end()
          resolve(answered)
        },
        reject: (reason) => {
          end()
          reject(reason)
        },
      }
      // the caller learns at once; the slot is free when the engine has stopped, or been killed
      const stop = (reason: unknown) => {
        this.queue = this.queue.filter((waiting) => waiting !== job)
        job.reject(reason)
        job.stop.abort()
      }
      const leave = () => stop(cancelled())
      const timer = setTimeout(() => stop(timedOut(timeoutMs)), timeoutMs)
      const patience = setTimeout(() => this.dispatch(), PATIENCE_MS + TIMER_SLACK_MS)
      const end = () => {
        clearTimeout(timer)
        clearTimeout(patience)
        signal?.removeEventListener('abort', leave)
        this.breaker.ended(key, false)
      }
      signal?.addEventListener('abort', leave)
      this.meet(job.key)
      this.queue.push(job)
      this.dispatch()
    })
  }

  private isFull(connection: ConnectionSpec, key: string): boolean {
    if (this.queue.length >= this.queueLimit) return true
    if (groupOf(connection) === 'embedded') return false
    return this.queue.filter((job) => job.key === key).length >= this.queuePerDatabase
  }

  private membersOf(group: Group): Member[] {
    return this.members.filter((member) => member.group === group)
  }

  private traitsOf(connection: ConnectionSpec): Traits {
    const runs = dialects[connection.dialect]?.runs
    if (runs?.in === 'server') return { children: 1, jobs: this.jobsPerServer, quickJobs: this.jobsPerServer }
    const jobs = runs?.jobsPerChild ?? this.jobsPerChild
    const children = groupOf(connection) === 'embedded' ? this.size.embedded : FILE_CHILDREN
    return { children, jobs, quickJobs: Math.min(jobs, this.quickPerChild) }
  }

  /** A version that is new here retires the older ones of its database. */
  private meet(key: string): void {
    if (this.known.has(key)) return
    this.known.add(key)
    this.retireSuperseded(key)
  }

  private start(connection: ConnectionSpec, key: string): void {
    const child = new EngineChild(connection, this.childOptions)
    const group = groupOf(connection)
    const member: Member = {
      child,
      key,
      group,
      traits: this.traitsOf(connection),
      servesUntil: 0,
      running: new Set(),
      quick: 0,
    }
    this.members.push(member)
    child.opened.then(
      () => {
        member.servesUntil = performance.now() + PATIENCE_MS
        this.dispatch()
        setTimeout(() => this.dispatch(), PATIENCE_MS + TIMER_SLACK_MS).unref()
      },
      (error: unknown) => this.failToOpen(member, error),
    )
    void child.ended.then((reason) => this.forget(member, reason))
  }

  /** Older versions of the same database finish what they run. */
  private retireSuperseded(key: string): void {
    for (const member of this.members) {
      if (member.key !== key && databaseOf(member.key) === databaseOf(key)) this.retire(member)
    }
  }

  private retire(member: Member): void {
    this.members = this.members.filter((other) => other !== member)
    this.draining.add(member)
    clearTimeout(member.idleTimer)
    if (member.running.size === 0) member.child.kill('no longer needed')
  }

  private forget(member: Member, reason: string): void {
    const wasServing = this.members.includes(member)
    this.members = this.members.filter((other) => other !== member)
    this.draining.delete(member)
    clearTimeout(member.idleTimer)
    if (wasServing && !this.isClosed) this.onWarning(`an engine child was lost: ${reason}`)
    this.dispatch()
  }

  /** A child that was lost while it started may have been unlucky: jobs wait for one more. */
  private failToOpen(member: Member, error: unknown): void {
    member.child.kill('it could not open its database')
    if (this.members.some((other) => other !== member && other.key === member.key)) return
    const isFinal = (job: Job) => job.key === member.key && (job.retried || !(error instanceof ChildGone))
    const failed = this.queue.filter(isFinal)
    this.queue = this.queue.filter((job) => !failed.includes(job))
    for (const job of this.queue) job.retried ||= job.key === member.key
    for (const job of failed) job.reject(asAppError(error, job.connection.dialect))
  }

  /** Hands waiting jobs, in their order, to children with room. A job that must wait for its child stops no other. */
  private dispatch(): void {
    if (this.isClosed) return
    const queue = this.queue
    const waiting: Job[] = []
    // what starts or ends a child on the way sees the jobs that still wait
    for (const job of queue) {
      const member = this.roomFor(job)
      if (member) this.startJob(job, member)
      else {
        const isUrgent = waiting.length === 0 && performance.now() - job.since >= PATIENCE_MS
        this.makeRoom(job, isUrgent)
        waiting.push(job)
      }
    }
    this.queue = waiting
  }

  private roomFor({ key, connection, request }: Job): Member | undefined {
    const ready = this.members.filter(({ child }) => child.isReady)
    // parsing needs no tables, and neither it nor describing is work
    if (request.kind === 'parse') return ready.find((member) => member.child.connection.dialect === connection.dialect)
    const own = ready.filter((member) => member.key === key).sort((a, b) => a.running.size - b.running.size)
    if (request.kind !== 'run' && groupOf(connection) === 'embedded') return own[0]
    return own.find(({ running, quick, traits }) => running.size < traits.jobs && quick < traits.quickJobs)
  }

  /** Starts a child for a job that found none with room, where there is a place for one or one can be had. */
  private makeRoom({ key, connection }: Job, isUrgent: boolean): void {
    const own = this.members.filter((member) => member.key === key)
    if (own.some(({ child }) => !child.isReady) || own.length >= this.traitsOf(connection).children) return
    const group = groupOf(connection)
    const peers = this.membersOf(group)
    if (peers.length >= this.size[group]) {
      if (own.length > 0) return
      const draining = [...this.draining].filter((member) => member.group === group).length
      // a busy child of another database gives way to who waits longest, as long as not too many drain already
      const mayDrain = isUrgent && draining < this.size[group]
      const now = performance.now()
      const [victim] = peers
        .filter(({ child }) => child.isReady)
        .filter(({ running, servesUntil }) => running.size === 0 || (mayDrain && servesUntil <= now))
        .sort((a, b) => a.running.size - b.running.size)
      if (!victim) return
      this.retire(victim)
    }
    this.start(connection, key)
  }

  private startJob(job: Job, member: Member): void {
    const isWork = job.request.kind === 'run'
    const file = job.request.kind === 'run' ? job.request.job.file : undefined
    member.running.add(job)
    clearTimeout(member.idleTimer)
    let isQuick = isWork
    if (isQuick) member.quick++
    const noLongerQuick = () => {
      if (isQuick) member.quick--
      isQuick = false
      this.dispatch()
    }
    const timer = isWork ? setTimeout(noLongerQuick, QUICK_MS) : undefined
    member.child
      .request(job.request, job.stop.signal)
      .then(
        async (answered) => {
          this.breaker.ended(job.key, true)
          // whoever asked has left, maybe while the last rows were written
          if (file !== undefined && job.stop.signal.aborted) await removeLeftovers(file)
          job.resolve(answered)
        },
        async (error: unknown) => {
          if (file !== undefined) await removeLeftovers(file)
          this.jobFailed(job, error)
        },
      )
      .finally(() => {
        clearTimeout(timer)
        member.running.delete(job)
        noLongerQuick()
        if (member.running.size > 0) return
        if (this.draining.has(member)) member.child.kill('no longer needed')
        else if (member.group === 'other') member.idleTimer = setTimeout(() => this.retire(member), IDLE_MS).unref()
      })
  }

  private jobFailed(job: Job, error: unknown): void {
    const innocent = error instanceof ChildGone && !error.isCulprit && !job.retried && !job.stop.signal.aborted
    if (innocent) {
      job.retried = true
      this.queue.unshift(job)
      return
    }
    const reason = asAppError(error, job.connection.dialect)
    const isDown = isUnreachable(error) && this.breaker.failed(job.key, reason)
    if (error instanceof ChildFailure && error.failure.kind === 'engine') this.breaker.ended(job.key, true)
    job.reject(reason)
    // those that wait for a database that is down need not find out one by one
    if (!isDown) return
    const waiting = this.queue.filter(({ key }) => key === job.key)
    this.queue = this.queue.filter(({ key }) => key !== job.key)
    for (const other of waiting) other.reject(reason)
  }
}

export const createEnginePool = (options: EnginePoolOptions = {}): Pool => new Pool(options)
