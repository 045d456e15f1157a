import { availableParallelism, tmpdir, totalmem } from 'node:os'
import type { ChildOptions } from './child.ts'

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

/** What a pool works with: the options with everything that was left out. */
export interface PoolSettings {
  /** Children at a time, embedded and others. */
  size: { embedded: number; other: number }
  jobsPerChild: number
  jobsPerServer: number
  /** Jobs that one child of the embedded engine runs at a time while they are quick. */
  quickPerChild: number
  queueLimit: number
  queuePerDatabase: number
  childOptions: ChildOptions
}

export function poolSettings(options: EnginePoolOptions): PoolSettings {
  const cores = availableParallelism()
  const size = { embedded: options.children ?? 2, other: options.otherChildren ?? 8 }
  const share = Math.floor((totalmem() / BYTES_PER_MB) * (0.6 / size.embedded))
  const memoryLimitMb = options.memoryLimitMb ?? Math.max(512, share)
  return {
    size,
    jobsPerChild: options.jobsPerChild ?? 8,
    jobsPerServer: options.jobsPerServer ?? 8,
    quickPerChild: Math.max(1, Math.ceil(cores / size.embedded)),
    queueLimit: options.queueLimit ?? 500,
    queuePerDatabase: options.queuePerDatabase ?? 100,
    childOptions: {
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
      onWarning: options.onWarning ?? (() => undefined),
    },
  }
}
