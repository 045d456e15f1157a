/** Figures that tests prove: each is a test file with a number of rounds, runs or copies. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

interface Proof {
  name: string
  files: string[]
  env?: Record<string, string>
  /** Needs the database engines that `npm run test:engines` downloads. */
  needsEngines?: boolean
}

/** The long form; `npm test` runs the same files with fewer rounds. */
export const proofs: Proof[] = [
  {
    name: 'kill -9 of the web process, 200 rounds on SQLite and PostgreSQL: acknowledged changes lost',
    files: ['src/server/storage/killed.test.ts'],
    env: { SEXTANT_KILL_ROUNDS: '200' },
  },
  {
    name: 'kill -9 of workers, 200 rounds: jobs lost or repeated',
    files: ['src/server/jobs/killed.test.ts'],
    env: { SEXTANT_KILL_ROUNDS: '200' },
  },
  {
    name: 'power loss, 500 copies of the SQLite files: acknowledged changes lost',
    files: ['src/server/storage/powerLoss.test.ts'],
    env: { SEXTANT_POWER_COPIES: '500' },
  },
  {
    name: '40 editors of one version, two nodes: lost updates',
    files: ['src/server/entities/concurrentEditors.test.ts'],
  },
  { name: 'metadata store that hangs or resets: not 503 within 2 s', files: ['src/server/storage/outage.test.ts'] },
  {
    name: 'network faults between server and engines: queries later than their limit + 1 s',
    files: ['src/engine/run/networkFaults.test.ts'],
    needsEngines: true,
  },
  { name: 'full disk: not 507, or no reading', files: ['src/server/storage/fullDisk.test.ts'] },
  {
    name: '1,000 malformed files: no clear error within 10 s',
    files: ['src/server/resources/uploads/fuzz.test.ts'],
    env: { FUZZ_FILES: '1000' },
  },
  {
    name: '50,000 hostile requests of 12 identities: 5xx, leaks, or more than 50 ms at a stretch',
    files: ['src/server/fuzz.test.ts'],
    env: { FUZZ_RUNS: '4200' },
  },
  {
    name: '5,000 queries under row rules: hidden values',
    files: ['src/server/chartData/rowRulesProperty.test.ts'],
    env: { ROW_RULE_RUNS: '5000' },
  },
  {
    name: '200 cancelled queries: still running a second later',
    files: ['src/engine/run/cancels.alone.test.ts'],
    needsEngines: true,
  },
  { name: 'largest inputs of each kind: more than 50 ms at a stretch', files: ['src/server/eventLoop.alone.test.ts'] },
  { name: 'engine children that die, hang or do not start', files: ['src/engine/run/pool.test.ts'] },
  { name: 'upgrades from each schema: rows lost', files: ['src/server/storage/upgrade.test.ts'] },
]

interface TestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[]
}

export interface Proved {
  passed: number
  failed: string[]
  skipped: number
}

/** Runs the tests of a proof; a file that could not be loaded counts as a failure. */
export function prove({ files, env = {}, needsEngines }: Proof): Proved {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-soak-'))
  const output = join(folder, 'report.json')
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--reporter=json', `--outputFile=${output}`]
  const withEngines = needsEngines ? ['scripts/engines/run.ts', '--', process.execPath] : []
  try {
    const { stderr } = spawnSync(process.execPath, [...withEngines, ...command], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const report = readReport(output)
    if (!report) return { passed: 0, failed: [stderr.trim().split('\n').at(-1) ?? 'no report'], skipped: 0 }
    const failed = report.testResults.flatMap(({ message, assertionResults }) => {
      const names = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
      return names.length === 0 && message !== '' ? [message.split('\n', 1)[0] ?? ''] : names
    })
    return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    return undefined
  }
}
