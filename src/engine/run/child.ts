import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ConnectionSpec } from '../contracts.ts'
import { Heartbeat } from './heartbeat.ts'
import { innermost } from './processState.ts'
import type { Request, RequestKind } from './protocol.ts'
import { type Answers, type ChildSettings, type Failure, FrameReader, type FromChild, writeFrame } from './protocol.ts'
import { residentBytes } from './residentMemory.ts'
import { type Confinement, confined, isUnconfinable, type Sandbox } from './sandbox.ts'
import { makeScratch, removeScratch } from './scratch.ts'

const BYTES_PER_MB = 1_048_576
const WATCH_INTERVAL_MS = 250
/** A process whose pipe broke ends within this time, or is killed. */
const PIPE_GRACE_MS = 1000
/** A request that took less than this share of a child's memory limit did not cause the child to run out of memory. */
const MEMORY_SHARE = 0.1
/** Row objects of the engine are freed by garbage collection: run it often, so that long results need little memory. */
const YOUNG = '--max-semi-space-size=4'
/** The descriptor to which bubblewrap writes the id of the process that it has started. */
const INFO_FD = 4

export interface ChildOptions {
  settings: Omit<ChildSettings, 'spillFolder'>
  /** The watchdog kills a child that uses more than this. */
  rssLimitMb: number
  /** If a cancelled request has not ended after this time, its child is killed. */
  graceMs: number
  /** A query blocks the child: it does not respond while one runs. */
  blocks: boolean
  /** Parent folder of the private folders of children. */
  scratchFolder: string
  /** Folders with files that are loaded into tables of remote databases. */
  loadFolders: string[]
  /** How the child is sandboxed. */
  sandbox: Sandbox
  /** Called with what the child writes to stderr. */
  onWarning: (message: string) => void
}

/**
 * The child ended while it had this request. `isCulprit`: it was ended because of this request; `outOfMemory`: its memory
 * grew to the limit during this request; `isUnsent`: the child had ended before it received the request.
 */
export class ChildGone extends Error {
  readonly isCulprit: boolean
  readonly outOfMemory: boolean
  readonly isUnsent: boolean

  constructor(reason: string, { isCulprit = false, outOfMemory = false, isUnsent = false } = {}) {
    super(reason)
    this.name = 'ChildGone'
    this.isCulprit = isCulprit
    this.outOfMemory = outOfMemory
    this.isUnsent = isUnsent
  }
}

/** A failure that the child reported. */
export class ChildFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ChildFailure'
    this.failure = failure
  }
}

interface Pending {
  resolve: (value: { answer: Answers[RequestKind]; body: Buffer }) => void
  reject: (reason: Error) => void
  /** Memory of the process when the request was sent. */
  bytesBefore: number
  graceTimer?: NodeJS.Timeout
}

const compiledFolder = (shared: string) => join(shared, 'compiled')

/**
 * Only these settings reach a child: no secrets, no proxies, no home folder of the user. Each running query uses one
 * thread of the pool. Compiled code is cached, which halves the start time.
 */
function childEnvironment(scratch: string, shared: string): Record<string, string> {
  return {
    UV_THREADPOOL_SIZE: '24',
    TZ: 'UTC',
    HOME: scratch,
    TMPDIR: scratch,
    NODE_NO_WARNINGS: '1',
    NODE_COMPILE_CACHE: compiledFolder(shared),
  }
}

/** A program that wraps the child reports a signal as an exit status, as shells do. */
const signalOf = (exitCode: number | null) => (exitCode === 128 + 9 ? 'SIGKILL' : exitCode)

function wrappedPid(text: string): number | undefined {
  const [, pid] = /"child-pid": *(\d+)/.exec(text) ?? []
  return pid === undefined ? undefined : Number(pid)
}

/** The files that a child of this connection reads, and what it may use. */
function confinementOf(connection: ConnectionSpec, options: ChildOptions): Confinement {
  const { settings, rssLimitMb, scratchFolder, loadFolders } = options
  const isEmbedded = 'tables' in connection
  const { tables = {}, scratch = {} } = isEmbedded ? (connection as Embedded) : {}
  return {
    reads: [...Object.values(tables), ...Object.values(scratch), ...(isEmbedded ? [] : loadFolders)],
    // databases in files are changed only where the administrator allows it: see `allow_dml`
    writes: [scratchFolder, compiledFolder(scratchFolder), ...(isEmbedded ? [] : settings.fileFolders)],
    hasNetwork: !isEmbedded,
    memoryBytes: 2 * rssLimitMb * BYTES_PER_MB,
    fileBytes: settings.spillLimitMb * BYTES_PER_MB,
  }
}

type Embedded = Partial<Record<'tables' | 'scratch', Record<string, string>>>

/**
 * One child process, as seen from the web process: sends requests, receives results, and reports its end to all waiting
 * callers.
 */
export class EngineChild {
  readonly connection: ConnectionSpec
  /** Resolves when the child has opened its database; rejects if it could not. */
  readonly opened: Promise<void>
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>
  isReady = false
  isDead = false
  /** The child could not be sandboxed as required, and has not started. */
  isUnconfinable = false
  /** Called when the child stops responding, and when it responds again. */
  onSilence: () => void = () => undefined
  private readonly process: ChildProcess
  private readonly pipe: Socket
  private readonly options: ChildOptions
  private readonly scratch: string
  private readonly pending = new Map<number, Pending>()
  private readonly watchdog: NodeJS.Timeout
  private readonly heartbeat: Heartbeat
  private killReason: string | undefined
  private culprit: number | undefined
  private outOfMemory = false
  /** Memory of the process when it ran out of memory. */
  private lastBytes = 0
  private nextId = 1
  /** The process that bubblewrap has started, which runs the child. */
  private wrapped: number | undefined
  private own: number | undefined

  constructor(connection: ConnectionSpec, options: ChildOptions) {
    this.connection = connection
    this.options = options
    this.scratch = makeScratch(options.scratchFolder)
    const { command, args } = confined(
      options.sandbox,
      [process.execPath, YOUNG, join(import.meta.dirname, 'queryChild.ts')],
      confinementOf(connection, options),
      INFO_FD,
    )
    this.process = spawn(command, args, {
      cwd: this.scratch,
      env: childEnvironment(this.scratch, options.scratchFolder),
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', options.sandbox.hasNamespaces ? 'pipe' : 'ignore'],
      // a separate process group
      detached: options.sandbox.hasNamespaces,
    })
    const info = this.process.stdio[INFO_FD] as Readable | null
    info?.once('data', (text: Buffer) => {
      this.wrapped = wrappedPid(text.toString())
    })
    info?.on('error', () => undefined)
    this.heartbeat = new Heartbeat(() => this.pid)
    this.pipe = this.process.stdio[3] as Socket
    const reader = new FrameReader((head, body) => this.receive(head as FromChild, body))
    this.pipe.on('data', (chunk: Buffer) => {
      this.heard()
      reader.push(chunk)
    })
    // usually the child has ended, and its exit shows why
    this.pipe.on('error', () => setTimeout(() => this.kill('its pipe broke'), PIPE_GRACE_MS).unref())
    this.process.stderr?.on('data', (chunk: Buffer) => {
      this.isUnconfinable ||= !this.isReady && isUnconfinable(chunk.toString())
      options.onWarning(`an engine child printed: ${chunk.toString().trim()}`)
    })
    this.ended = new Promise((resolve) => {
      const end = () => resolve(this.exited())
      this.process.on('error', end)
      this.process.on('close', end)
    })
    this.watchdog = setInterval(() => this.watch(), WATCH_INTERVAL_MS)
    this.watchdog.unref()
    const settings = { ...options.settings, spillFolder: join(this.scratch, 'spill') }
    this.opened = this.request({ kind: 'open', connection, settings }).then(() => {
      this.isReady = true
    })
    // the caller awaits it; a rejection that nobody awaits is not a bug
    this.opened.catch(() => undefined)
  }

  /** Id of the process that runs the engine; until it is known, that of the process that wraps it. */
  get pid(): number | undefined {
    if (this.wrapped === undefined) return this.process.pid
    this.own ??= innermost(this.wrapped)
    return this.own ?? this.process.pid
  }

  /** The child has not responded for a second: it gets no more work until it does. */
  get isSuspect(): boolean {
    return this.heartbeat.isSuspect
  }

  /** Memory that the process uses, where it can be read. */
  get residentBytes(): number | undefined {
    return residentBytes(this.pid)
  }

  /** Requests without a result, including cancelled ones that have not ended yet. */
  get load(): number {
    return this.pending.size
  }

  /**
   * Aborting asks the engine to stop. The promise settles when it has stopped, or after the grace period, when the
   * child has been killed.
   */
  request<K extends RequestKind>(
    request: Extract<Request, { kind: K }>,
    signal?: AbortSignal,
    user?: string,
  ): Promise<{ answer: Answers[K]; body: Buffer }> {
    const id = this.nextId++
    return new Promise<{ answer: Answers[K]; body: Buffer }>((resolve, reject) => {
      if (this.isDead) {
        reject(new ChildGone('it had already ended', { isUnsent: true }))
        return
      }
      const entry: Pending = { resolve: resolve as Pending['resolve'], reject, bytesBefore: this.residentBytes ?? 0 }
      this.pending.set(id, entry)
      writeFrame(this.pipe, { id, request, ...(user !== undefined && { user }) })
      const cancel = () => {
        if (!this.pending.has(id)) return
        writeFrame(this.pipe, { cancel: id })
        const isLate = () => {
          if (!this.pending.has(id)) return
          this.culprit = id
          this.kill('a cancelled query did not stop')
        }
        // if this process was blocked, messages that the child has already sent are read first
        entry.graceTimer = setTimeout(() => setImmediate(isLate), this.options.graceMs)
      }
      if (signal?.aborted) cancel()
      else signal?.addEventListener('abort', cancel, { once: true })
    })
  }

  /** Kills the process. All waiting callers are rejected with ChildGone. */
  kill(reason: string): void {
    this.killReason ??= reason
    const { pid, exitCode, signalCode } = this.process
    // while bubblewrap starts, its second process would survive the first one, so the process group is killed
    if (this.options.sandbox.hasNamespaces && pid !== undefined && exitCode === null && signalCode === null) {
      try {
        process.kill(-pid, 'SIGKILL')
      } catch {
        // the process has just ended
      }
    }
    this.process.kill('SIGKILL')
  }

  private heard(): void {
    const wasSuspect = this.isSuspect
    this.heartbeat.heard()
    if (wasSuspect) this.onSilence()
  }

  private receive(message: FromChild, body: Buffer): void {
    if ('isHere' in message) return
    const entry = this.pending.get(message.id)
    if (!entry) return
    this.pending.delete(message.id)
    clearTimeout(entry.graceTimer)
    if ('failure' in message) entry.reject(new ChildFailure(message.failure))
    else entry.resolve({ answer: message.answer, body })
  }

  private watch(): void {
    if (this.pending.size === 0) {
      this.heartbeat.rest()
      return
    }
    if (this.isReady && !this.options.blocks) this.beat()
    const rss = this.residentBytes
    if (rss !== undefined && rss > this.options.rssLimitMb * BYTES_PER_MB) {
      this.outOfMemory = true
      this.lastBytes = rss
      this.kill(`it used more than ${this.options.rssLimitMb} MB`)
    }
  }

  private beat(): void {
    const wasSuspect = this.isSuspect
    const next = this.heartbeat.beat(performance.now(), WATCH_INTERVAL_MS)
    if (next === 'ask') writeFrame(this.pipe, { areYouHere: true })
    else if (next === 'hung') this.kill('it did not answer')
    if (this.isSuspect && !wasSuspect) this.onSilence()
  }

  private exited(): string {
    this.isDead = true
    clearInterval(this.watchdog)
    this.pipe.destroy()
    const { exitCode, signalCode } = this.process
    const reason = this.killReason ?? `it ended with ${signalCode ?? signalOf(exitCode)}`
    for (const [id, { reject, graceTimer, bytesBefore }] of this.pending) {
      clearTimeout(graceTimer)
      const tookBytes = this.lastBytes - bytesBefore
      reject(
        new ChildGone(reason, {
          isCulprit: this.culprit === id,
          outOfMemory: this.outOfMemory && tookBytes > MEMORY_SHARE * this.options.rssLimitMb * BYTES_PER_MB,
        }),
      )
    }
    this.pending.clear()
    removeScratch(this.scratch)
    return reason
  }
}
