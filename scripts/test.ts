/**
 * `npm test`: every check in one run. Each step is one check, the test runners add their own counts. The last line is
 * `N passed, N failed`; the exit code says the same. `npm test -- unit e2e` runs only the steps named.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { ENGINE_NAMES } from '../src/engine/dialects/testing/engines.ts'
import { engineTestFiles } from './engines/testFiles.ts'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const scratch = mkdtempSync(join(tmpdir(), 'sextant-test-'))

interface Outcome {
  passed: number
  failed: number
  skipped: string[]
  /** what failed and why, a few lines each: said once more at the end, where one looks */
  failures: string[]
}
interface Step {
  name: string
  command: string[]
  /** where the runner leaves its counts; without it the exit code is one check */
  outcome?: (output: string, exitCode: number) => Outcome
}

interface VitestReport {
  testResults: {
    name: string
    assertionResults: { status: string; fullName: string; ancestorTitles: string[]; failureMessages: string[] }[]
    status: string
    message: string
  }[]
}

const firstLines = (text: string) => text.split('\n').slice(0, 12).join('\n')

function vitestOutcome(file: string): Outcome {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], failures: ['the test runner left no report'] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const tests = report.testResults.flatMap((result) => result.assertionResults)
  const brokenFiles = report.testResults.filter(
    (r) => r.status === 'failed' && r.assertionResults.every((t) => t.status !== 'failed'),
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${relative(root, name)}: ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`),
  )
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failures.length + brokenFiles.length,
    failures: [...failures, ...brokenFiles.map((r) => `${relative(root, r.name)}\n${firstLines(r.message)}`)],
    // a group is mostly skipped as a whole
    skipped: tests
      .filter((test) => ['skipped', 'pending', 'todo'].includes(test.status))
      .map((test) => test.ancestorTitles[0] ?? test.fullName),
  }
}

/** Reads a closing line `N passed, N failed` (a list of skipped stories may stand before it as `skipped: NAME`). */
function closingLine(output: string, exitCode: number): Outcome {
  const counts = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1)
  const skipped = [...output.matchAll(/^skipped: (.+)$/gm)].map((match) => match[1] ?? '')
  const failures = [...output.matchAll(/^FAIL (?:.+\n?){1,12}/gm)].map((match) => match[0].trimEnd())
  if (!counts) return { passed: 0, failed: 1, skipped, failures: [...failures, 'the runner ended before its counts'] }
  return { passed: Number(counts[1]), failed: Math.max(Number(counts[2]), exitCode === 0 ? 0 : 1), skipped, failures }
}

/** A CI machine has every engine; elsewhere `npm run test:engines` brings them, and what needs one is listed as skipped. */
const withEngines =
  process.env['CI'] === 'true' ? [process.execPath, 'scripts/engines/run.ts', ...ENGINE_NAMES, '--'] : []
const engineTests = engineTestFiles(root)

/** A run of the test runner, whose report says how many tests passed. */
function vitest(name: string, { before = [], args }: { before?: string[]; args: string[] }): Step {
  const report = join(scratch, `${name}.json`)
  const runner = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: [...before, ...runner, ...reporters, ...args], outcome: () => vitestOutcome(report) }
}

const steps: Step[] = [
  { name: 'format', command: [bin('biome'), 'ci', '--linter-enabled=false', '.'] },
  {
    name: 'lint',
    command: [bin('oxlint'), '--type-aware', '--deny-warnings', 'src', 'conformance', 'e2e', 'bench', 'scripts'],
  },
  { name: 'types', command: [bin('tsc'), '-b'] },
  { name: 'borders', command: [process.execPath, 'scripts/borders.ts'] },
  { name: 'unused', command: [bin('knip'), '--no-progress'] },
  { name: 'build', command: [process.execPath, 'scripts/buildWeb.ts'] },
  { name: 'budget', command: [process.execPath, 'scripts/byteBudget.ts'] },
  vitest('unit', { args: engineTests.flatMap((file) => ['--exclude', file]) }),
  // one after another: they measure how soon a query ends
  vitest('engines', { before: withEngines, args: ['--no-file-parallelism', ...engineTests] }),
  { name: 'e2e', command: [process.execPath, 'e2e/run.ts'], outcome: closingLine },
]

function run(step: Step): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(step.command[0] ?? '', step.command.slice(1), {
      cwd: root,
      env: { ...process.env, PATH: `${resolve(process.execPath, '..')}:${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      process.stdout.write(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('close', (exitCode) => {
      const code = exitCode ?? 1
      const ok = code === 0
      const failures = ok ? [] : [output.trimEnd().split('\n').slice(-12).join('\n')]
      done(step.outcome?.(output, code) ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [], failures })
    })
  })
}

const wanted = process.argv.slice(2)
const chosen = wanted.length ? steps.filter((step) => wanted.includes(step.name)) : steps
const totals: Outcome = { passed: 0, failed: 0, skipped: [], failures: [] }
const summary: string[] = []
for (const step of chosen) {
  process.stdout.write(`\n== ${step.name}\n`)
  const started = performance.now()
  const outcome = await run(step)
  totals.passed += outcome.passed
  totals.failed += outcome.failed
  totals.skipped.push(...outcome.skipped)
  totals.failures.push(...outcome.failures.map((failure) => `${step.name}: ${failure}`))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  summary.push(
    `${outcome.failed ? 'FAIL' : 'ok  '} ${step.name.padEnd(8)} ${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s`,
  )
}
rmSync(scratch, { recursive: true, force: true })

process.stdout.write(`\n${summary.join('\n')}\n`)
if (totals.skipped.length) {
  process.stdout.write(`\n${totals.skipped.length} skipped, for want of a service or of shared material:\n`)
  const groups = Map.groupBy(totals.skipped, (name) => name)
  for (const [name, { length }] of groups) process.stdout.write(`  ${name}${length > 1 ? ` (${length})` : ''}\n`)
  process.stdout.write('npm run test:engines brings the database engines and runs what needs them\n')
  // a missing service is a fault of the CI machine, not a reason to say less
  if (process.env['CI'] === 'true') totals.failed += totals.skipped.length
}
if (totals.failures.length) process.stdout.write(`\nFailed:\n\n${totals.failures.join('\n\n')}\n\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed ? 1 : 0)
