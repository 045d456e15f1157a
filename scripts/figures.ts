/**
 * `npm run figures [-- --long] [WORD…]`: the report of docs/reliability.md. Runs the commands that test its guarantees
 * and prints one table. `--long`: the long forms of the commands. Words: only commands that contain one of them.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { type Command, readGuarantees } from './reliability/guarantees.ts'

const root = resolve(import.meta.dirname, '..')
const isLong = process.argv.includes('--long')
const words = process.argv.slice(2).filter((word) => word !== '--long')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

interface Outcome {
  result: 'ok' | 'FAILED' | 'skipped' | 'only in the long form'
  /** Lines 'name value unit goal' that the command printed. */
  figures: string[]
  seconds: number
}

const FIGURE = / (goal [<>]= |\(reference\))/

function run(args: string[], env: Record<string, string>): Promise<{ code: number; output: string; seconds: number }> {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    process.stdout.write(chunk)
  })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code: code ?? 1, output, seconds: (performance.now() - started) / 1000 }))
  })
}

const isTests = ({ args }: Command) => args[0] === 'npx' && args[1] === 'vitest' && args[2] === 'run'
/** Tests without their own settings run together, so that the test runner starts only once. */
const isShared = (command: Command) => isTests(command) && Object.keys(command.env).length === 0
const filesOf = ({ args }: Command) => args.slice(3)

interface Report {
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { status: string }[] }[]
}

/** Runs tests and returns the outcome for each file or folder. */
async function runTests(commands: readonly Command[]): Promise<(command: Command) => Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-figures-'))
  const file = join(folder, 'report.json')
  const files = [...new Set(commands.flatMap(filesOf))]
  try {
    await run([vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...files], {})
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
    return (command) => {
      const own = testResults.filter(({ name }) =>
        filesOf(command).some((start) => relative(root, name).startsWith(start)),
      )
      const states = own.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
      const ran = states.filter((state) => state === 'passed' || state === 'failed')
      const isOk = ran.every((state) => state === 'passed')
      return {
        result: own.length === 0 || !isOk ? 'FAILED' : ran.length === 0 ? 'skipped' : 'ok',
        figures: [],
        seconds: own.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0) / 1000,
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The arguments of Node that run a command as the document shows it. */
function argumentsOf({ args: [program, ...rest] }: Command): string[] {
  if (program === 'npx' && rest[0] === 'vitest') return [vitest, ...rest.slice(1)]
  if (program === 'npm' && rest[0] === 'run') {
    return ['scripts/launch.mjs', ...rest.slice(1).filter((word) => word !== '--')]
  }
  if (program === 'node') return rest
  throw new Error(`this command is not known: ${[program, ...rest].join(' ')}`)
}

async function runCommand(command: Command): Promise<Outcome> {
  process.stdout.write(`\n== ${command.text}\n`)
  const { code, output, seconds } = await run(argumentsOf(command), command.env)
  return {
    result: code === 0 ? 'ok' : 'FAILED',
    figures: output.split('\n').filter((line) => FIGURE.test(line)),
    seconds,
  }
}

const guarantees = readGuarantees(readFileSync(join(root, 'docs/reliability.md'), 'utf8'))
const isWanted = ({ text }: Command) => words.length === 0 || words.some((word) => text.includes(word))
const chosen = guarantees.map(({ text, short, long }) => ({ text, commands: (isLong ? long : short).filter(isWanted) }))
const commands = new Map(chosen.flatMap((each) => each.commands).map((command) => [command.text, command]))
if (commands.size === 0) {
  process.stderr.write(`No command of docs/reliability.md contains ${words.join(' or ')}.\n`)
  process.exit(2)
}

const started = performance.now()
const outcomes = new Map<string, Outcome>()
const shared = [...commands.values()].filter(isShared)
if (shared.length > 0) {
  const outcomeOf = await runTests(shared)
  for (const command of shared) outcomes.set(command.text, outcomeOf(command))
}
for (const command of commands.values()) {
  if (!isShared(command)) outcomes.set(command.text, await runCommand(command))
}

process.stdout.write(`\n== ${isLong ? 'Long' : 'Short'} form of docs/reliability.md\n\n`)
const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
for (const { text, commands: own } of chosen) {
  if (own.length === 0 && words.length > 0) continue
  const found = own.flatMap((command) => outcomes.get(command.text) ?? [])
  const result =
    found.length === 0
      ? 'only in the long form'
      : ((['FAILED', 'skipped'] as const).find((bad) => found.some((outcome) => outcome.result === bad)) ?? 'ok')
  const seconds = found.reduce((sum, outcome) => sum + outcome.seconds, 0)
  const time = found.length > 0 ? `${seconds.toFixed(1)} s` : ''
  process.stdout.write(`${result.padEnd(8)} ${time.padStart(8)}  ${shortened(text, 110)}\n`)
}
for (const [text, { figures }] of outcomes) {
  if (figures.length > 0) process.stdout.write(`\n${text}\n${figures.map((line) => `  ${line}\n`).join('')}`)
}
const failed = [...outcomes].filter(([, { result }]) => result === 'FAILED').map(([text]) => text)
for (const text of failed) process.stdout.write(`\nfailed: ${text}`)
process.stdout.write(
  `\n${outcomes.size - failed.length} passed, ${failed.length} failed, in ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
)
process.exit(failed.length > 0 ? 1 : 0)
