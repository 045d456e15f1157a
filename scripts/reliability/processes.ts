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

/** The sum over processes; one that has ended counts as 0. */
function sum(pids: readonly number[], valueOf: (pid: number) => number): number {
  return pids.reduce((total, pid) => {
    try {
      return total + valueOf(pid)
    } catch {
      return total
    }
  }, 0)
}

export interface ProcessSample {
  webMb: number
  childrenMb: number
  children: number
  descriptors: number
}

/** A server: its process, and those that run its queries and read its files. */
export function sampleProcesses(pid: number): ProcessSample {
  const children = below(pid)
  return {
    webMb: residentMb(pid),
    childrenMb: sum(children, residentMb),
    children: children.length,
    descriptors: descriptorsOf(pid),
  }
}
