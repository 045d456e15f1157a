import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { machineMemoryMb } from '../run/machineMemory.ts'
import { type Confinement, confined, isUnconfinable, type Sandbox } from '../run/sandbox.ts'
import type { IngestOrder } from './ingestOrder.ts'

const BYTES_PER_MB = 1_048_576
/** The maximum JavaScript heap: only Excel files are read in JavaScript. */
const HEAP_LIMIT_MB = 1024
/** Memory in MB for programs, threads, and what the engine does not count. */
const MORE_MB = 1024

export interface ReaderRun {
  order: IngestOrder
  scratch: string
  /** Where compiled code is cached between children. */
  compiled: string
  sandbox: Sandbox
  timeoutMs: number
}

/**
 * What a reader may access: it reads its source (and the table to which it appends), and writes into the folder of its
 * target.
 */
function confinementOf({ order, scratch, compiled, timeoutMs }: ReaderRun, heapMb: number): Confinement {
  const { source, base, target, memoryLimitMb, spillLimitMb } = order
  return {
    reads: base === undefined ? [source] : [source, base],
    writes: [scratch, compiled, ...(target === '' ? [] : [dirname(target)])],
    hasNetwork: false,
    memoryBytes: (memoryLimitMb + heapMb + MORE_MB) * 2 * BYTES_PER_MB,
    fileBytes: spillLimitMb * BYTES_PER_MB,
    cpuSeconds: Math.ceil((timeoutMs / 1000) * availableParallelism()) + 1,
  }
}

export interface Reader {
  child: ChildProcess
  /** Whether bubblewrap could not start the process, which can then be started without bubblewrap. */
  isUnconfinable(): boolean
}

/** How a reader is sandboxed if bubblewrap could not start it. */
export const withoutNamespaces = (run: ReaderRun): ReaderRun => ({
  ...run,
  sandbox: { ...run.sandbox, hasNamespaces: false },
})

/** A process that reads one file and ends. It responds on descriptor 3. */
export function spawnReader(run: ReaderRun, signal: AbortSignal): Reader {
  const { order, scratch, compiled, sandbox } = run
  const heapMb = Math.min(HEAP_LIMIT_MB, Math.floor(machineMemoryMb() / 2))
  const entry = join(import.meta.dirname, 'ingestChild.ts')
  const { command, args } = confined(
    sandbox,
    [process.execPath, `--max-old-space-size=${heapMb}`, entry, JSON.stringify(order)],
    confinementOf(run, heapMb),
  )
  const child = spawn(command, args, {
    cwd: scratch,
    env: { TZ: 'UTC', HOME: scratch, TMPDIR: scratch, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: compiled },
    stdio: [order.upload?.isGrowing ? 'pipe' : 'ignore', 'ignore', sandbox.hasNamespaces ? 'pipe' : 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
    // a separate process group: while bubblewrap starts, its second process does not end with its first one
    detached: sandbox.hasNamespaces,
  })
  const { pid } = child
  let hasFailed = false
  if (sandbox.hasNamespaces && pid !== undefined) {
    child.stderr?.on('data', (chunk: Buffer) => {
      hasFailed ||= isUnconfinable(chunk.toString())
    })
    signal.addEventListener('abort', () => {
      try {
        if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
      } catch {
        // the process has just ended
      }
    })
  }
  return { child, isUnconfinable: () => hasFailed }
}
