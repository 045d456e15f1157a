import { totalmem } from 'node:os'

const BYTES_PER_MB = 1_048_576

/**
 * Memory that this process and its children may use, in MB: the memory of the machine, or of its container if that is
 * less.
 */
export function machineMemoryMb(): number {
  // 0 or more than the machine has: there is no limit
  const limit = process.constrainedMemory()
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / BYTES_PER_MB)
}

/** Below this, the engine starts one query process, and files are loaded one after another. */
const SMALL_MB = 2048
/**
 * Memory for the web process, the process that parses, V8 in each child, and pages of programs that must stay in
 * memory.
 */
const RESERVED_MB = 512
/** The engines' share of the rest; what remains is for results, uploads and reading files. */
const ENGINES_SHARE = 0.6
const LEAST_ENGINE_MB = 128
const MOST_ENGINE_MB = 2048
const MOST_HEADROOM_MB = 1024

/** How the engine uses the memory of a machine, if it is not configured. */
export interface MemoryPlan {
  /** Number of query processes of the embedded engine. */
  children: number
  /** Memory of the engine in each of them. */
  engineMb: number
  /** Memory that each may use beyond that, for V8 and for results that are sent. */
  headroomMb: number
  /** Number of processes that load files at the same time. */
  loads: number
}

export function memoryPlan(machineMb: number, given: { children?: number } = {}): MemoryPlan {
  const isSmall = machineMb < SMALL_MB
  const children = given.children ?? (isSmall ? 1 : 2)
  const share = Math.floor(((machineMb - RESERVED_MB) * ENGINES_SHARE) / children)
  return {
    children,
    engineMb: Math.min(MOST_ENGINE_MB, Math.max(LEAST_ENGINE_MB, share)),
    headroomMb: Math.min(MOST_HEADROOM_MB, Math.floor(machineMb / 4)),
    loads: isSmall ? 1 : 2,
  }
}
