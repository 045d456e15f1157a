/** A limit on the memory of a group of processes, enforced by the kernel (cgroups, version 1 or 2). */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runProgram } from './machine.ts'
import { NotAllowed } from './missing.ts'

const MB = 1024 ** 2
const groupsFolder = '/sys/fs/cgroup'

/** The files of a group in the two versions. */
const versions = [
  {
    parent: `${groupsFolder}/memory`,
    limit: 'memory.limit_in_bytes',
    peak: 'memory.max_usage_in_bytes',
    use: 'memory.usage_in_bytes',
  },
  { parent: groupsFolder, limit: 'memory.max', peak: 'memory.peak', use: 'memory.current' },
]

interface MemoryGroup {
  /** Wraps a command so that it runs in the group. */
  wrap: (command: string[]) => string[]
  /** The highest memory use so far, including the page cache. */
  peakMb: () => number
  /**
   * Kills the largest process when the memory has been full for some seconds, as the daemons of distributions do. The
   * kernel alone kills late: it can read pages of programs again and again for many minutes. Returns a function that
   * stops this.
   */
  killWhenFull: () => () => void
}

/** The memory counts as full when less than this is free. */
const ROOM_MB = 4
/** Consecutive readings, one each second, that must find the memory full. */
const FULL_READINGS = 5

function makeGroup(limitMb: number): { folder: string; peak: string; use: string } {
  for (const { parent, limit, peak, use } of versions) {
    const folder = join(parent, `sextant-fresh-${process.pid}-${limitMb}`)
    try {
      mkdirSync(folder)
      writeFileSync(join(folder, limit), String(limitMb * MB))
      return { folder, peak: join(folder, peak), use: join(folder, use) }
    } catch {
      if (existsSync(folder)) rmdirSync(folder)
    }
  }
  throw new NotAllowed(`${groupsFolder} has no writable memory group`)
}

const processesOf = (folder: string): number[] =>
  readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number)

/** Resident memory of a process in pages; 0 if the process has ended. */
function residentPages(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  } catch {
    return 0
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // the process has ended
  }
}

function killWhenFull(folder: string, use: string, limitMb: number): () => void {
  let full = 0
  const timer = setInterval(() => {
    full = Number(readFileSync(use, 'utf8')) > (limitMb - ROOM_MB) * MB ? full + 1 : 0
    if (full < FULL_READINGS) return
    full = 0
    const [largest] = processesOf(folder).sort((one, other) => residentPages(other) - residentPages(one))
    if (largest) kill(largest)
  }, 1000)
  return () => clearInterval(timer)
}

/** Ends the processes that still run in the group, and removes it. */
async function removeGroup(folder: string): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await setTimeout(100)) {
    const left = processesOf(folder)
    if (left.length === 0) break
    for (const pid of left) kill(pid)
  }
  rmdirSync(folder)
}

/**
 * Calls `work` with a group of this limit. Checks first that a program that needs more memory is killed in such a
 * group.
 */
export async function withMemoryLimit<T>(limitMb: number, work: (group: MemoryGroup) => Promise<T>): Promise<T> {
  const { folder, peak, use } = makeGroup(limitMb)
  const wrap = (command: string[]) => ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh', ...command]
  try {
    const measured = await work({
      wrap,
      peakMb: () => Math.round(Number(readFileSync(peak, 'utf8')) / MB),
      killWhenFull: () => killWhenFull(folder, use, limitMb),
    })
    if (!isKilled(wrap([process.execPath, '-e', `Buffer.alloc(${1.5 * limitMb * MB}, 1)`]))) {
      throw new Error(`the limit of ${limitMb} MB has no effect`)
    }
    return measured
  } finally {
    await removeGroup(folder)
  }
}

function isKilled(command: string[]): boolean {
  try {
    runProgram(command)
    return false
  } catch {
    return true
  }
}
