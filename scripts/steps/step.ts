import { spawn } from 'node:child_process'
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
  }
}

/**
 * Runs a step, passes on its output as it arrives, and returns its result: that of the repetition if something failed
 * and can be repeated.
 */
export async function runStep(step: Step, show: (text: string) => void): Promise<Outcome> {
  const first = await runOnce(step, show)
  const again = first.failed > 0 ? step.again?.(first) : undefined
  return again ? await runOnce(again, show) : first
}

function runOnce({ command, env, outcome }: Step, show: (text: string) => void): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd: root,
      env: { ...process.env, PATH: `${resolve(process.execPath, '..')}:${process.env['PATH'] ?? ''}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (chunk: Buffer) => {
      const text = chunk.toString()
      output += text
      show(text)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('close', (exitCode) => done(outcome(output, exitCode ?? 1)))
  })
}
