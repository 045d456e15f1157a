import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { closingLineOutcome, exitOutcome, noteOutcome, type Outcome, vitestOutcome } from './outcome.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Step {
  name: string
  command: string[]
  outcome: (output: string, exitCode: number) => Outcome
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

/** One of our scripts that only informs. */
export const note = (name: string, file: string): Step => ({ ...script(name, file), outcome: noteOutcome })

/** A runner of browser stories: it ends with `N passed, N failed`. */
export const stories = (name: string, file: string): Step => ({
  ...script(name, file),
  outcome: closingLineOutcome,
})

const scratch = mkdtempSync(join(tmpdir(), 'sextant-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** The tests of one kind (vitest.config.ts), whose report states how many passed. `before`: what starts the runner. */
export function tests(name: string, { args = [], before = [] }: { args?: string[]; before?: string[] } = {}): Step {
  const report = join(scratch, `${name}.json`)
  const runner = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--project=${name}`]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: [...before, ...runner, ...reporters, ...args], outcome: () => vitestOutcome(report) }
}

/** Runs a step, passes on its output as it arrives, and returns its result. */
export function runStep({ command, outcome }: Step, show: (text: string) => void): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd: root,
      env: { ...process.env, PATH: `${resolve(process.execPath, '..')}:${process.env['PATH'] ?? ''}` },
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
