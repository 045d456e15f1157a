import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Fields of /proc/PID/stat after the program's name (man 5 proc); empty if the process has ended. */
function statusFields(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Seconds of processor time that a group of processes has used so far, with their ended children. */
export function processorSeconds(group: number): number {
  const fields = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statusFields)
    .filter(([, , ownGroup]) => Number(ownGroup) === group)
  // user and system time, of the process and of its children
  const ticks = fields.flatMap((each) => each.slice(11, 15)).reduce((sum, each) => sum + Number(each), 0)
  return ticks / TICKS_PER_SECOND
}

/** Seconds of processor time that a program uses until its end. */
export function processorSecondsOf([program = '', ...args]: string[]): number {
  const before = endedChildrenSeconds()
  spawnSync(program, args, { stdio: 'ignore' })
  return endedChildrenSeconds() - before
}

/** Processor time of the children of this process that have ended. */
function endedChildrenSeconds(): number {
  const [user, system] = statusFields('self').slice(13, 15)
  return (Number(user) + Number(system)) / TICKS_PER_SECOND
}
