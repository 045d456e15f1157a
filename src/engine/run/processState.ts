import { readFileSync } from 'node:fs'

/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10

/** The last process of a chain in which each process started the next; undefined if it has not started yet. */
export function innermost(pid: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return children === '' ? undefined : Number(children.split(' ')[0])
  } catch {
    return undefined
  }
}

/** The state of a process, as far as the system shows it. */
export interface ProcessState {
  /** Whether the main thread was stopped or waits for something other than a processor or a disk. */
  isWaiting: boolean
  /** Processor time of all its threads. */
  processorMs: number
}

/** Undefined for a process that has ended, and on systems other than Linux. */
export function processState(pid: number | undefined): ProcessState | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  try {
    // the name of the program is in parentheses and may contain spaces; the state is the first field after it, user and
    // system time are the 12th and 13th
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return {
      isWaiting: fields[0] === 'S' || fields[0] === 'T',
      processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    }
  } catch {
    return undefined
  }
}
