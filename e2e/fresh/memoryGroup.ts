/** A limit on the memory of a group of processes, enforced by the kernel (cgroups, version 1 or 2). */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './machine.ts'
import { NotAllowed } from './missing.ts'

const MB = 1024 ** 2
const groupsFolder = '/sys/fs/cgroup'

/** The files of a group in the two versions. */
const versions = [
  { parent: `${groupsFolder}/memory`, limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
  { parent: groupsFolder, limit: 'memory.max', peak: 'memory.peak' },
]

interface MemoryGroup {
  /** Wraps a command so that it runs in the group. */
  wrap: (command: string[]) => string[]
  /** The highest memory use so far, including the page cache. */
  peakMb: () => number
}

function makeGroup(limitMb: number): { folder: string; peak: string } {
  for (const { parent, limit, peak } of versions) {
    const folder = join(parent, `sextant-fresh-${process.pid}-${limitMb}`)
    try {
      mkdirSync(folder)
      writeFileSync(join(folder, limit), String(limitMb * MB))
      return { folder, peak: join(folder, peak) }
    } catch {
      if (existsSync(folder)) rmdirSync(folder)
    }
  }
  throw new NotAllowed(`${groupsFolder} has no writable memory group`)
}

/**
 * Calls `work` with a group of this limit. Checks first that a program that needs more memory is killed in such a
 * group.
 */
export async function withMemoryLimit<T>(limitMb: number, work: (group: MemoryGroup) => Promise<T>): Promise<T> {
  const { folder, peak } = makeGroup(limitMb)
  const wrap = (command: string[]) => ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh', ...command]
  try {
    const measured = await work({ wrap, peakMb: () => Math.round(Number(readFileSync(peak, 'utf8')) / MB) })
    if (!isKilled(wrap([process.execPath, '-e', `Buffer.alloc(${1.5 * limitMb * MB}, 1)`]))) {
      throw new Error(`the limit of ${limitMb} MB has no effect`)
    }
    return measured
  } finally {
    rmdirSync(folder)
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
