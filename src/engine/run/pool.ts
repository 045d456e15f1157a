import type {
  CatalogAnswers,
  CatalogQuestion,
  ConnectionSpec,
  EngineAnswer,
  EngineJob,
  EnginePool,
  LoadOrder,
  PoolState,
  Reached,
} from '../contracts.ts'
import type { JudgeRequest, ReaderAnswers } from '../gate/sql/protocol.ts'
import { CircuitBreaker } from './breaker.ts'
import { ChildFailure, ChildGone, EngineChild } from './child.ts'
import { removeLeftovers } from './encode/leftovers.ts'
import { asAppError, busy, cancelled, isUnreachable, notStarted, outcomeUnknown, timedOut } from './failures.ts'
import {
  type Answered,
  databaseOf,
  type Group,
  givingWay,
  groupOf,
  isRead,
  type Job,
  keyOf,
  type Member,
  PARSER,
  roomFor,
  traitsOf,
  userOf,
} from './placement.ts'
import { type EnginePoolOptions, type PoolSettings, poolSettings, type QueryOutcome } from './poolOptions.ts'
import type { Answers, Request } from './protocol.ts'
import { removeAbandonedScratch } from './scratch.ts'

export type { EnginePoolOptions } from './poolOptions.ts'

/** A query that runs longer no longer counts as quick, so another one may start in the same child. */
const QUICK_MS = 250
/**
 * A job that has waited this long for a busy child of another database gets its own place. A new child also serves at
 * least this long; otherwise, where starting one takes longer than this, children would be replaced as soon as they
 * have started.
 */
const PATIENCE_MS = 1000
/** A child of a remote database ends if it was not used for this long. */
const IDLE_MS = 300_000
/** A cancelled query that blocks its child is not waited for: it would only take processor time. */
const DEAF_GRACE_MS = 100
/** Timers count whole milliseconds and may fire slightly early. */
const TIMER_SLACK_MS = 2
/** Memory of the engine in the child that parses, in megabytes. */
const PARSER_MB = 256
/** Parsing and describing read no data; if they take longer, they hang. */
const INSPECT_TIMEOUT_MS = 10_000
/** Listing a schema with thousands of tables is slow in some databases. */
const CATALOG_TIMEOUT_MS = 30_000

/**
 * The engine children of this process. A child starts when it is first needed. It serves one version of one database,
 * several queries at a time. A new version gets a new child while the old one drains.
 */
export class Pool implements EnginePool {
  private readonly settings: PoolSettings
  private readonly breaker = new CircuitBreaker()
  private members: Member[] = []
  /** Children that are ending: they finish their queries and get no new ones. */
  private readonly draining = new Set<Member>()
  private queue: Job[] = []
  /** Versions that were requested. A new one replaces the other versions of its database. */
  private readonly known = new Set<string>()
  private isClosed = false

  constructor(options: EnginePoolOptions) {
    this.settings = poolSettings(options)
    removeAbandonedScratch(this.settings.childOptions.scratchFolder)
  }

  async run({ connection, ...job }: EngineJob, signal?: AbortSignal): Promise<EngineAnswer> {
    const started = performance.now()
    const tell = (outcome: QueryOutcome) =>
      this.settings.onQuery(outcome, (performance.now() - started) / 1000, connection.dialect)
    try {
      const { answer, body } = await this.submit(connection, { kind: 'run', job }, job.limits.timeoutMs, signal)
      tell('succeeded')
      return { body, ...(answer as Answers['run']) }
    } catch (error) {
      tell(signal?.aborted ? 'cancelled' : 'failed')
      throw error
    }
  }

  async judge<K extends JudgeRequest['kind']>(request: Extract<JudgeRequest, { kind: K }>): Promise<ReaderAnswers[K]> {
    const { answer } = await this.submit(PARSER, { kind: 'judge', request }, INSPECT_TIMEOUT_MS)
    // the result has the kind of the request
    return answer as ReaderAnswers[K]
  }

  async describe(
    connection: ConnectionSpec,
    sql: string,
    place: { schema?: string } = {},
  ): Promise<{ name: string; type: string }[]> {
    const request: Request = { kind: 'describe', sql, timeoutMs: INSPECT_TIMEOUT_MS, ...place }
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

  async estimate(
    connection: ConnectionSpec,
    sql: string,
    place: { schema?: string } = {},
    signal?: AbortSignal,
  ): Promise<Record<string, string>[]> {
    const request: Request = { kind: 'estimate', sql, timeoutMs: INSPECT_TIMEOUT_MS, ...place }
    const { answer } = await this.submit(connection, request, INSPECT_TIMEOUT_MS, signal)
    return answer as Answers['estimate']
  }

  async change(
    connection: ConnectionSpec,
    sql: string,
    options: { timeoutMs: number; schema?: string },
    signal?: AbortSignal,
  ): Promise<{ rowcount: number | null }> {
    const { answer } = await this.submit(connection, { kind: 'change', sql, ...options }, options.timeoutMs, signal)
    return answer as Answers['change']
  }

  async load(
    connection: ConnectionSpec,
    order: LoadOrder,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<{ rows: number }> {
    const { answer } = await this.submit(connection, { kind: 'load', order, timeoutMs }, timeoutMs, signal)
    return answer as Answers['load']
  }

  async ping(connection: ConnectionSpec, timeoutMs: number): Promise<Reached> {
    const { answer } = await this.submit(connection, { kind: 'ping', timeoutMs }, timeoutMs)
    return answer as Answers['ping']
  }

  /** Starts a child for this database before the first query needs one. */
  warm(connection: ConnectionSpec): void {
    this.startIfMissing(connection)
    if (groupOf(connection) === 'embedded') this.startIfMissing(PARSER)
  }

  private startIfMissing(connection: ConnectionSpec): void {
    const key = keyOf(connection)
    this.meet(key)
    const group = groupOf(connection)
    const hasRoom = !this.isClosed && this.membersOf(group).length < this.settings.size[group]
    if (hasRoom && !this.members.some((member) => member.key === key)) this.start(connection, key)
  }

  state(): PoolState {
    const all = [...this.members, ...this.draining]
    return {
      children: all.map(({ group, child }) => ({ group, residentBytes: child.residentBytes })),
      running: all.reduce((sum, { running }) => sum + running.size, 0),
      waiting: this.queue.length,
    }
  }

  /** Process ids of the running children: for tests and for the health page. */
  get pids(): number[] {
    return [...this.members, ...this.draining].flatMap(({ child }) => child.pid ?? [])
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const job of this.queue.splice(0)) job.reject(busy())
    const children = [...this.members, ...this.draining].map(({ child }) => child)
    for (const child of children) child.kill('the server is stopping')
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
      // the caller is notified at once; the slot is free when the engine has stopped or was killed
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
    if (this.queue.length >= this.settings.queueLimit) return true
    if (groupOf(connection) === 'embedded') return false
    return this.queue.filter((job) => job.key === key).length >= this.settings.queuePerDatabase
  }

  private membersOf(group: Group): Member[] {
    return this.members.filter((member) => member.group === group)
  }

  /** Ends an idle child that uses much memory: memory for results is returned to the system only by its end. */
  private rest(member: Member): void {
    const bytes = member.child.residentBytes
    if (bytes === undefined || bytes <= this.settings.keptBytes || !this.members.includes(member)) return
    this.retire(member)
    // the next query should not wait for a child to start
    if (!this.members.some(({ key }) => key === member.key)) this.start(member.child.connection, member.key)
  }

  /** Retires the older versions of a database when a new version is requested for the first time. */
  private meet(key: string): void {
    if (this.known.has(key)) return
    this.known.add(key)
    this.retireSuperseded(key)
  }

  private start(connection: ConnectionSpec, key: string): void {
    const { childOptions } = this.settings
    const traits = traitsOf(connection, this.settings)
    const graceMs = traits.blocks ? Math.min(DEAF_GRACE_MS, childOptions.graceMs) : childOptions.graceMs
    const group = groupOf(connection)
    const settings = group === 'parser' ? { ...childOptions.settings, memoryLimitMb: PARSER_MB } : childOptions.settings
    const child = new EngineChild(connection, { ...childOptions, settings, graceMs, blocks: traits.blocks })
    child.onSilence = () => this.dispatch()
    const member: Member = {
      child,
      key,
      group,
      traits,
      servesUntil: 0,
      running: new Set(),
      quick: 0,
      isRefused: false,
    }
    this.members.push(member)
    child.opened.then(
      () => {
        member.servesUntil = performance.now() + PATIENCE_MS
        this.dispatch()
        setTimeout(() => this.dispatch(), PATIENCE_MS + TIMER_SLACK_MS).unref()
      },
      // `forget` handles a child that has ended
      (error: unknown) => (error instanceof ChildGone ? undefined : this.failToOpen(member, error)),
    )
    void child.ended.then((reason) => this.forget(member, reason))
  }

  /** Older versions of the same database finish their running queries. */
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
    if (member.child.isUnconfinable) this.withoutNamespaces()
    if (wasServing && !this.isClosed)
      this.settings.childOptions.onWarning(`an engine child ended unexpectedly: ${reason}`)
    // must happen before `dispatch` starts the next child
    if (wasServing && !member.child.isReady && !member.isRefused) this.failToOpen(member, new ChildGone(reason))
    this.dispatch()
  }

  /**
   * Running without bubblewrap is better than failing all queries: children start as on machines where it is not
   * installed.
   */
  private withoutNamespaces(): void {
    const { childOptions } = this.settings
    if (!childOptions.sandbox.hasNamespaces) return
    childOptions.sandbox = { ...childOptions.sandbox, hasNamespaces: false }
    childOptions.onWarning('bubblewrap could not start an engine child: from now on children run without it')
  }

  /**
   * A child that ended while it started may be an exception: jobs wait for another one. If children end again and
   * again, none is started for a while, so that they do not use the processor that other queries need.
   */
  private failToOpen(member: Member, error: unknown): void {
    member.isRefused = true
    member.child.kill('it could not open its database')
    const hasEnded = error instanceof ChildGone
    const isDown = hasEnded && !this.isClosed && this.breaker.failed(member.key, notStarted(), true)
    if (this.members.some((other) => other !== member && other.key === member.key)) return
    const isFinal = (job: Job) => job.key === member.key && (job.retried || isDown || !hasEnded)
    const failed = this.queue.filter(isFinal)
    this.queue = this.queue.filter((job) => !failed.includes(job))
    for (const job of this.queue) job.retried ||= job.key === member.key
    for (const job of failed) job.reject(isDown ? notStarted() : asAppError(error, job.connection.dialect))
  }

  /**
   * Assigns waiting jobs, in order, to children with room. A job that must wait for its child does not block others.
   */
  private dispatch(): void {
    if (this.isClosed) return
    const queue = this.queue
    const waiting: Job[] = []
    // `this.queue` keeps all jobs until the end of this loop, in which children may start or end
    for (const job of queue) {
      const member = roomFor(job, this.members)
      if (member) this.startJob(job, member)
      else {
        const isUrgent = waiting.length === 0 && performance.now() - job.since >= PATIENCE_MS
        this.makeRoom(job, isUrgent)
        waiting.push(job)
      }
    }
    this.queue = waiting
  }

  /** Starts a child for a job that found none with room, if there is a free place or one can be freed. */
  private makeRoom({ key, connection }: Job, isUrgent: boolean): void {
    const group = groupOf(connection)
    // a child that does not respond is replaced at once, but it has to end before another child is replaced
    const all = this.membersOf(group)
    if (all.length >= 2 * this.settings.size[group]) return
    const peers = all.filter(({ child }) => !child.isSuspect)
    const own = peers.filter((member) => member.key === key)
    if (own.some(({ child }) => !child.isReady) || own.length >= traitsOf(connection, this.settings).children) return
    if (peers.length >= this.settings.size[group]) {
      if (own.length > 0) return
      const draining = [...this.draining].filter((member) => member.group === group).length
      // a busy child of another database is replaced for the longest waiting job, unless too many are draining already
      const mayDrain = isUrgent && draining < this.settings.size[group]
      const victim = givingWay(peers, mayDrain, performance.now())
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
      .request(job.request, job.stop.signal, userOf(job.connection))
      .then(
        async (answered) => {
          this.breaker.ended(job.key, true)
          // the caller has disconnected, possibly while the last rows were written
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
        else member.idleTimer = setTimeout(() => this.rest(member), this.settings.restMs).unref()
      })
  }

  private jobFailed(job: Job, error: unknown): void {
    const isGone = error instanceof ChildGone
    const isRepeatable = isGone && !error.isCulprit && !error.outOfMemory && (error.isUnsent || isRead(job.request))
    if (isRepeatable && !job.retried && !job.stop.signal.aborted) {
      job.retried = true
      this.queue.unshift(job)
      return
    }
    const isUnknown = isGone && !error.isUnsent && !isRead(job.request)
    const reason = isUnknown ? outcomeUnknown(error) : asAppError(error, job.connection.dialect)
    const isDown = isUnreachable(error) && this.breaker.failed(job.key, reason)
    if (error instanceof ChildFailure && error.failure.kind === 'engine') this.breaker.ended(job.key, true)
    job.reject(reason)
    // queries that wait for a database that is down do not each repeat the attempt
    if (!isDown) return
    const waiting = this.queue.filter(({ key }) => key === job.key)
    this.queue = this.queue.filter(({ key }) => key !== job.key)
    for (const other of waiting) other.reject(reason)
  }
}

export const createEnginePool = (options: EnginePoolOptions = {}): Pool => new Pool(options)
