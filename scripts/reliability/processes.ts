/** Memory and descriptors of processes (Linux). */
import { readdirSync, readFileSync } from 'node:fs'
import { residentMb } from '../../bench/server.ts'

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** All processes below a process; one that ends while it is read is left out. */
function below(pid: number): number[] {
  try {
    return childrenOf(pid).flatMap((child) => [child, ...below(child)])
  } catch {
    return []
  }
}

const descriptorsOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** A process that has ended uses no memory, even if its parent has not noticed yet. */
function usedMb(pid: number): number {
  try {
    return residentMb(pid) || 0
  } catch {
    return 0
  }
}

export interface ProcessSample {
  webMb: number
  childrenMb: number
  children: number
  descriptors: number
}

/** Measures the process of a server, and its child processes, which run queries and read files. */
export function sampleProcesses(pid: number): ProcessSample {
  const children = below(pid)
  return {
    webMb: residentMb(pid),
    childrenMb: children.reduce((sum, child) => sum + usedMb(child), 0),
    children: children.length,
    descriptors: descriptorsOf(pid),
  }
}
