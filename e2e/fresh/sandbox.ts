import { type Machine, runProgram } from './machine.ts'
import { NotAllowed } from './missing.ts'

/**
 * Wraps a command so that the user runs it with a changed view of the machine; `args` are those of bwrap. Containers
 * may forbid it.
 */
export function sandbox(machine: Machine, ...args: string[]): (command: string[]) => string[] {
  const wrap = (command: string[]) =>
    machine.asUser(['bwrap', '--dev-bind', '/', '/', ...args, '--die-with-parent', '--', ...command])
  try {
    runProgram(wrap(['true']))
  } catch (error) {
    throw new NotAllowed(error instanceof Error ? error.message : String(error))
  }
  return wrap
}
