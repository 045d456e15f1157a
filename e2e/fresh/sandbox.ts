import { type Machine, runProgram } from './machine.ts'
import { NotAllowed } from './missing.ts'

/** What runs a command of the user in a changed view of the machine; `args` are bwrap's. Containers may refuse it. */
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
