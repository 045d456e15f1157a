import { availableParallelism, tmpdir } from 'node:os'
import type { ChildOptions } from './child.ts'
import { machineMemoryMb, memoryPlan } from './machineMemory.ts'
import { NO_SANDBOX, type Sandbox } from './sandbox.ts'

export interface EnginePoolOptions {
  /**
   * Maximum number of query children of the embedded engine. Each serves one database at a time. Default: by the
   * machine's memory.
   */
  children?: number
  /** Children of all other databases. They mostly wait for a server. */
  otherChildren?: number
  /** Maximum number of waiting queries; more are rejected at once. */
  queueLimit?: number
  /** Maximum number of waiting queries of one database, so that a slow one does not use all places. */
  queuePerDatabase?: number
  /** Maximum number of concurrent requests to one database server. */
  jobsPerServer?: number
  /** Maximum number of concurrent queries of one child, including long ones. */
  jobsPerChild?: number
  /** Memory of the engine in each child, in megabytes. Default: by the memory of the machine. */
  memoryLimitMb?: number
  /** Total memory of a child above which it is killed. */
  residentLimitMb?: number
  threads?: number
  spillLimitMb?: number
  /** Folders that may contain file databases. */
  fileFolders?: string[]
  /** Existing folders with files that are loaded into tables of other databases. */
  loadFolders?: string[]
  /** Hosts beyond the public internet that drivers may connect to (see `allowedHosts`); absent: any. */
  privateHosts?: readonly string[]
  /** Parent folder of the private folders of children. */
  scratchFolder?: string
  /** After this time without work, a child of the embedded engine releases its memory. */
  restMs?: number
  /** Memory that a child of the embedded engine may keep without work, in megabytes. */
  keptMb?: number
  /** How the children are sandboxed; default: only by their own restrictions. */
  sandbox?: Sandbox
  /** Called with messages for an administrator: which child died, and why. */
  onWarning?: (message: string) => void
  /** Called at the end of each query, with its time. */
  onQuery?: (outcome: QueryOutcome, seconds: number, dialect: string) => void
}

export type QueryOutcome = 'succeeded' | 'failed' | 'cancelled'

const BYTES_PER_MB = 1_048_576
/** Default of `keptMb`. A new child uses about 130 MB. */
const KEPT_MB = 384
const REST_MS = 60_000
/** Interrupt, then kill: both together take less than a second. */
const GRACE_MS = 500

/** The options of a pool with all defaults filled in. */
export interface PoolSettings {
  /** Maximum number of children at a time, embedded and others. */
  size: { parser: number; embedded: number; other: number }
  jobsPerChild: number
  jobsPerServer: number
  /** Maximum number of quick jobs that one child of the embedded engine runs at a time. */
  quickPerChild: number
  queueLimit: number
  queuePerDatabase: number
  restMs: number
  keptBytes: number
  onQuery: (outcome: QueryOutcome, seconds: number, dialect: string) => void
  childOptions: ChildOptions
}

export function poolSettings(options: EnginePoolOptions): PoolSettings {
  const cores = availableParallelism()
  const plan = memoryPlan(machineMemoryMb(), { children: options.children })
  const size = { parser: 1, embedded: plan.children, other: options.otherChildren ?? 8 }
  const memoryLimitMb = options.memoryLimitMb ?? plan.engineMb
  return {
    size,
    jobsPerChild: options.jobsPerChild ?? 8,
    jobsPerServer: options.jobsPerServer ?? 8,
    quickPerChild: Math.max(1, Math.ceil(cores / size.embedded)),
    queueLimit: options.queueLimit ?? 500,
    queuePerDatabase: options.queuePerDatabase ?? 100,
    restMs: options.restMs ?? REST_MS,
    keptBytes: (options.keptMb ?? KEPT_MB) * BYTES_PER_MB,
    onQuery: options.onQuery ?? (() => undefined),
    childOptions: {
      settings: {
        memoryLimitMb,
        threads: options.threads ?? cores,
        spillLimitMb: options.spillLimitMb ?? 10_240,
        fileFolders: options.fileFolders ?? [],
        privateHosts: options.privateHosts,
      },
      rssLimitMb: options.residentLimitMb ?? memoryLimitMb + plan.headroomMb,
      graceMs: GRACE_MS,
      blocks: false,
      sandbox: options.sandbox ?? NO_SANDBOX,
      scratchFolder: options.scratchFolder ?? tmpdir(),
      loadFolders: options.loadFolders ?? [],
      onWarning: options.onWarning ?? (() => undefined),
    },
  }
}
