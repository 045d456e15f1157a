import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compiledCode } from '../../src/server/testing/compiledCode.ts'
import {
  closingLineOutcome,
  exitOutcome,
  filesToRepeat,
  noteOutcome,
  type Outcome,
  repeatedOutcome,
  stoppedOutcome,
  vitestOutcome,
} from './outcome.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Step {
  name: string
  command: string[]
  env?: NodeJS.ProcessEnv
  outcome: (output: string, exitCode: number) => Outcome
  /** the step that repeats the failures of the first run; undefined if they should not be repeated */
  again?: (first: Outcome) => Step | undefined
  /** after this time the step is stopped and has failed; 15 minutes if undefined */
  limitMinutes?: number
}

/** A program of `node_modules/.bin` as one check. */
export const tool = (name: string, program: string, ...args: string[]): Step => ({
  name,
  command: [join(root, 'node_modules/.bin', program), ...args],
  outcome: exitOutcome,
})

/** One of our scripts as one check. */
export const script = (name: string, file: string, ...args: string[]): Step => ({
  name,
  command: [process.execPath, file, ...args],
  outcome: exitOutcome,
})

/** A script for the shell as one check. */
export const shell = (name: string, file: string): Step => ({ name, command: ['bash', file], outcome: exitOutcome })

/** One of our scripts that only informs. */
export const note = (name: string, file: string): Step => ({ ...script(name, file), outcome: noteOutcome })

/** A runner of browser stories: it ends with `N passed, N failed`. */
export const stories = (name: string, file: string): Step => ({
  ...script(name, file),
  outcome: closingLineOutcome,
  limitMinutes: 60,
})

const scratch = mkdtempSync(join(tmpdir(), 'sextant-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

interface TestOptions {
  args?: string[]
  /** a command that starts the test runner, which follows as its arguments */
  before?: string[]
  /** for tests that wait for screens, processes or servers: those that fail are repeated alone */
  canRepeat?: boolean
}

/** The tests of one kind (vitest.config.ts), whose report states how many passed. */
export function tests(name: string, { args = [], before = [], canRepeat = false }: TestOptions = {}): Step {
  const report = join(scratch, `${name}.json`)
  const second = join(scratch, `${name}.again.json`)
  const runner = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--project=${name}`]
  const reporters = ['--reporter=default', '--reporter=json']
  const command = (file: string) => [...before, ...runner, ...reporters, `--outputFile.json=${file}`, ...args]
  const again = (first: Outcome): Step | undefined => {
    const files = filesToRepeat(first)
    if (files.length === 0) return undefined
    return {
      name,
      command: [...command(second), '--maxWorkers=1', ...files],
      env: { NODE_COMPILE_CACHE: compiledCode },
      outcome: () => repeatedOutcome(first, second),
    }
  }
  return {
    name,
    command: command(report),
    // code that the processes of one test compile is not compiled again for the next one
    env: { NODE_COMPILE_CACHE: compiledCode },
    outcome: () => vitestOutcome(report),
    again: canRepeat ? again : undefined,
    // tests that can be repeated wait for processes and servers
    limitMinutes: canRepeat ? 30 : undefined,
  }
}

/** What keeps a step from running without end. */
export interface StepLimit {
  /** when the whole run must have ended, as `performance.now()` */
  deadline: number
}

/** After its program has ended, a step waits this long for processes of it that still write. */
const LAST_WORDS_MS = 5000

/**
 * Runs a step, passes on its output as it arrives, and returns its result: that of the repetition if something failed
 * and can be repeated. A step that reaches its limit is stopped with all its processes, and has failed.
 */
export async function runStep(step: Step, limit: StepLimit, show: (text: string) => void): Promise<Outcome> {
  const first = await runOnce(step, limit, show)
  const again = first.failed > 0 ? step.again?.(first) : undefined
  return again ? await runOnce(again, limit, show) : first
}

function runOnce(step: Step, { deadline }: StepLimit, show: (text: string) => void): Promise<Outcome> {
  const { command, env, outcome, limitMinutes = 15 } = step
  const limitMs = Math.min(limitMinutes * 60_000, deadline - performance.now())
  if (limitMs <= 0) return Promise.resolve(stoppedOutcome('the time for the whole run was over', ''))
  return new Promise((done) => {
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd: root,
      env: { ...process.env, PATH: `${resolve(process.execPath, '..')}:${process.env['PATH'] ?? ''}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // a process group of its own can be stopped with all that the step has started
      detached: hasGroups,
    })
    running.add(child)
    let output = ''
    let isStopped = false
    const take = (chunk: Buffer) => {
      const text = chunk.toString()
      output += text
      show(text)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const timer = setTimeout(() => {
      isStopped = true
      killGroup(child)
    }, limitMs)
    child.on('exit', (exitCode) => {
      clearTimeout(timer)
      const end = () => {
        clearTimeout(lastWords)
        child.off('close', end)
        // processes that outlive their step would hold ports and processors of the next one
        killGroup(child)
        running.delete(child)
        const seconds = Math.round(limitMs / 1000)
        done(isStopped ? stoppedOutcome(`did not end within ${seconds} s`, output) : outcome(output, exitCode ?? 1))
      }
      const lastWords = setTimeout(end, LAST_WORDS_MS)
      child.on('close', end)
    })
  })
}

/** Programs of steps that run now. */
const running = new Set<ChildProcess>()

/** Windows has no process groups. */
const hasGroups = process.platform !== 'win32'

/** Ends a program and what it has started, unless it has left its process group. */
function killGroup(child: ChildProcess): void {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // the group has ended
  }
}

// Ctrl+C reaches only the group of the terminal
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    running.forEach(killGroup)
    process.kill(process.pid, signal)
  })
}
