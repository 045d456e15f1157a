import { availableParallelism, tmpdir, totalmem } from 'node:os'
import type { ConnectionSpec, EngineAnswer, EngineJob, EnginePool } from '../contracts.ts'
import { ChildGone, type ChildOptions, EngineChild } from './child.ts'
import { asAppError, busy, cancelled, timedOut } from './failures.ts'
import type { Answers, Request } from './protocol.ts'

export interface EnginePoolOptions {
  /** Query children; each holds one database at a time. */
  children?: number
  /** Queries that may wait; beyond it they are refused at once. */
  queueLimit?: number
  /** Queries that one child runs at a time, long ones included. */
  jobsPerChild?: number
  /** Memory of the engine in each child, in megabytes. */
  memoryLimitMb?: number
  /** What a child may hold in all before it is killed. */
  residentLimitMb?: number
  threads?: number
  spillLimitMb?: number
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
/** Parsing and describing read no data; what takes longer hangs. */
const INSPECT_TIMEOUT_MS = 10_000

interface Job {
  key: string
  spec: EngineJob
  resolve: (answer: EngineAnswer) => void
  reject: (reason: unknown) => void
  /** Aborted on timeout and when the caller leaves. */
  stop: AbortController
  /** A job that lost its child by another's fault gets one second chance. */
  retried: boolean
}

interface Member {
  child: EngineChild
  key: string
  running: Set<Job>
  /** Running jobs that are still within QUICK_MS. */
  quick: number
}

const keyOf = ({ dialect, databaseId, dataVersion }: ConnectionSpec) => `${dialect}:${databaseId}:${dataVersion}`
const databaseOf = (key: string) => key.slice(0, key.indexOf(':', key.indexOf(':') + 1))

/**
 * The engine children of this process. Children start when first needed and stay; each serves one version of one
 * database, several queries at a time. A new version gets a fresh child while the old one drains.
 */
export class Pool implements EnginePool {
  private readonly size: number
  private readonly jobsPerChild: number
  private readonly quickPerChild: number
  private readonly queueLimit: number
  private readonly childOptions: ChildOptions
  private readonly onWarning: (message: string) => void
  private members: Member[] = []
  /** Children on their way out: they finish what they run and get nothing new. */
  private readonly draining = new Set<Member>()
  private queue: Job[] = []
  /** Order in which versions were first asked for: a later one of the same database supersedes the earlier. */
  private readonly versions = new Map<string, number>()
  private isClosed = false

  constructor(options: EnginePoolOptions) {
    const cores = availableParallelism()
    this.size = options.children ?? 2
    this.jobsPerChild = options.jobsPerChild ?? 8
    this.quickPerChild = Math.max(1, Math.ceil(cores / this.size))
    this.queueLimit = options.queueLimit ?? 500
    this.onWarning = options.onWarning ?? (() => undefined)
    const share = Math.floor((totalmem() / BYTES_PER_MB) * (0.6 / this.size))
    const memoryLimitMb = options.memoryLimitMb ?? Math.max(512, share)
    this.childOptions = {
      settings: { memoryLimitMb, threads: options.threads ?? cores, spillLimitMb: options.spillLimitMb ?? 10_240 },
      rssLimitMb: options.residentLimitMb ?? memoryLimitMb + RSS_HEADROOM_MB,
      graceMs: GRACE_MS,
      scratchFolder: options.scratchFolder ?? tmpdir(),
      onWarning: this.onWarning,
    }
  }

  run(spec: EngineJob, signal?: AbortSignal): Promise<EngineAnswer> {
    if (this.isClosed || this.queue.length >= this.queueLimit) return Promise.reject(busy())
    if (signal?.aborted) return Promise.reject(cancelled())
    return new Promise<EngineAnswer>((resolve, reject) => {
      const stop = new AbortController()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      const job: Job = {
        key: keyOf(spec.connection),
        spec,
        stop,
        retried: false,
        resolve: (answer) => {
          end()
          resolve(answer)
        },
        reject: (reason) => {
          end()
          reject(reason)
        },
      }
      // the caller learns at once; the slot is free when the engine has stopped, or been killed
      const stopWith = (reason: unknown) => {
        this.queue = this.queue.filter((waiting) => waiting !== job)
        job.reject(reason)
        stop.abort()
      }
      const leave = () => stopWith(cancelled())
      const timer = setTimeout(() => stopWith(timedOut(spec.limits.timeoutMs)), spec.limits.timeoutMs)
      signal?.addEventListener('abort', leave)
      this.queue.push(job)
      this.dispatch()
    })
  }

  parse(connection: ConnectionSpec, sql: string): Promise<{ tree: unknown } | { error: string }> {
    return this.inspect(connection, { kind: 'parse', sql })
  }

  describe(connection: ConnectionSpec, sql: string): Promise<{ name: string; type: string }[]> {
    return this.inspect(connection, { kind: 'describe', sql })
  }

  /** Starts a child for this database before the first query asks for one. */
  warm(connection: ConnectionSpec): void {
    if (!this.isClosed) this.memberFor(connection)
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

  private async inspect<K extends 'parse' | 'describe'>(
    connection: ConnectionSpec,
    request: Extract<Request, { kind: K }>,
  ): Promise<Answers[K]> {
    if (this.isClosed) throw busy()
    try {
      const { child } = this.memberFor(connection)
      await child.opened
      const { answer } = await child.request<K>(request, AbortSignal.timeout(INSPECT_TIMEOUT_MS))
      return answer
    } catch (error) {
      throw asAppError(error)
    }
  }

  /** A child for this database, started or starting. Makes room where all places are taken by others. */
  private memberFor(connection: ConnectionSpec): Member {
    const key = keyOf(connection)
    if (!this.versions.has(key)) {
      this.versions.set(key, this.versions.size)
      this.retireSuperseded(key)
    }
    const [best] = this.members.filter((member) => member.key === key).sort((a, b) => a.running.size - b.running.size)
    return best ?? this.start(connection, key)
  }

  private start(connection: ConnectionSpec, key: string): Member {
    if (this.members.length >= this.size) {
      const victim = this.members
        .filter((member) => member.key !== key)
        .reduce((least, member) => (member.running.size < least.running.size ? member : least))
      this.retire(victim)
    }
    const child = new EngineChild(connection, this.childOptions)
    const member: Member = { child, key, running: new Set(), quick: 0 }
    this.members.push(member)
    child.opened.then(
      () => this.dispatch(),
      (error: unknown) => this.failToOpen(member, error),
    )
    void child.ended.then((reason) => this.forget(member, reason))
    return member
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
    if (member.running.size === 0) member.child.kill('no longer needed')
  }

  private forget(member: Member, reason: string): void {
    const wasServing = this.members.includes(member)
    this.members = this.members.filter((other) => other !== member)
    this.draining.delete(member)
    if (wasServing && !this.isClosed) this.onWarning(`an engine child was lost: ${reason}`)
    this.dispatch()
  }

  private failToOpen(member: Member, error: unknown): void {
    member.child.kill('it could not open its database')
    if (this.members.some((other) => other !== member && other.key === member.key)) return
    const failed = this.queue.filter((job) => job.key === member.key)
    this.queue = this.queue.filter((job) => job.key !== member.key)
    for (const job of failed) job.reject(asAppError(error))
  }

  /** Hands waiting jobs, in their order, to children with room. A job that must wait for its child stops no other. */
  private dispatch(): void {
    if (this.isClosed) return
    const waiting: Job[] = []
    for (const job of this.queue) {
      const member = this.roomFor(job)
      if (member) this.startJob(job, member)
      else waiting.push(job)
    }
    this.queue = waiting
  }

  private roomFor(job: Job): Member | undefined {
    this.memberFor(job.spec.connection)
    const own = this.members.filter((member) => member.key === job.key)
    const free = own
      .filter(
        ({ child, running, quick }) => child.isReady && running.size < this.jobsPerChild && quick < this.quickPerChild,
      )
      .sort((a, b) => a.running.size - b.running.size)[0]
    // all at work and none on its way: use a free place
    if (!free && this.members.length < this.size && own.every(({ child }) => child.isReady)) {
      this.start(job.spec.connection, job.key)
    }
    return free
  }

  private startJob(job: Job, member: Member): void {
    member.running.add(job)
    member.quick++
    let isQuick = true
    const noLongerQuick = () => {
      if (isQuick) member.quick--
      isQuick = false
      this.dispatch()
    }
    const timer = setTimeout(noLongerQuick, QUICK_MS)
    const { connection: _, ...rest } = job.spec
    member.child
      .request<'run'>({ kind: 'run', job: rest }, job.stop.signal)
      .then(
        ({ answer, body }) => job.resolve({ body, ...answer }),
        (error: unknown) => this.jobFailed(job, error),
      )
      .finally(() => {
        clearTimeout(timer)
        member.running.delete(job)
        noLongerQuick()
        if (this.draining.has(member) && member.running.size === 0) member.child.kill('no longer needed')
      })
  }

  private jobFailed(job: Job, error: unknown): void {
    const innocent = error instanceof ChildGone && !error.isCulprit && !job.retried && !job.stop.signal.aborted
    if (innocent) {
      job.retried = true
      this.queue.unshift(job)
    } else job.reject(asAppError(error))
  }
}

export const createEnginePool = (options: EnginePoolOptions = {}): Pool => new Pool(options)
