import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The result of one step of `npm test`. */
export interface Outcome {
  passed: number
  failed: number
  /** shown in place of the counts */
  note?: string
  skipped: string[]
  /** stories and tests that failed, and passed when they were repeated */
  unsteady: string[]
  /** failures with their reasons, a few lines each: repeated at the end of the run, where users look */
  failures: string[]
}

/** With more failures than this, the whole product is broken, not a single test: nothing is repeated. */
const MOST_REPEATED = 6

/** The state of a test that did not run, because its process ended or its group could not be set up. */
const UNFINISHED = 'pending'

interface VitestTest {
  status: string
  fullName: string
  ancestorTitles: string[]
  failureMessages: string[]
}

interface VitestReport {
  testResults: { name: string; assertionResults: VitestTest[]; status: string; message: string }[]
}

const firstLines = (text: string) => text.split('\n').slice(0, 12).join('\n')

/** Why a test failed; `ofFile` is the error of the whole file. */
const reasonOf = ({ status, failureMessages }: VitestTest, ofFile: string) =>
  firstLines(status === UNFINISHED ? `did not run to its end\n${ofFile}`.trimEnd() : failureMessages.join('\n'))

/** A program without its own counts is one check: its exit code decides. */
export function exitOutcome(output: string, exitCode: number): Outcome {
  if (exitCode === 0) return { passed: 1, failed: 0, skipped: [], unsteady: [], failures: [] }
  return {
    passed: 0,
    failed: 1,
    skipped: [],
    unsteady: [],
    failures: [output.trimEnd().split('\n').slice(-12).join('\n')],
  }
}

/** A step that was stopped has failed, whatever had passed before: `why`, and its last lines. */
export function stoppedOutcome(why: string, output: string): Outcome {
  const last = output.trimEnd().split('\n').slice(-12).join('\n')
  return { passed: 0, failed: 1, skipped: [], unsteady: [], failures: [`${why}\n${last}`.trimEnd()] }
}

/** A program that only informs: its last line is the result. */
export function noteOutcome(output: string): Outcome {
  return { passed: 0, failed: 0, skipped: [], unsteady: [], failures: [], note: output.trimEnd().split('\n').at(-1) }
}

const readReport = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as VitestReport

const titleOf = (file: string, fullName: string) => `${relative(root, file)}: ${fullName}`

const firstLine = (failure: string) => failure.split('\n', 1)[0] ?? ''

/** Reads the JSON report of the test runner. */
export function vitestOutcome(file: string): Outcome {
  if (!existsSync(file))
    return { passed: 0, failed: 1, skipped: [], unsteady: [], failures: ['the test runner left no report'] }
  const report = readReport(file)
  const tests = report.testResults.flatMap((result) => result.assertionResults)
  const brokenFiles = report.testResults.filter(
    (r) => r.status === 'failed' && r.assertionResults.every((t) => t.status !== 'failed' && t.status !== UNFINISHED),
  )
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed' || status === UNFINISHED)
      .map((test) => `${titleOf(name, test.fullName)}\n${reasonOf(test, message)}`),
  )
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failures.length + brokenFiles.length,
    unsteady: [],
    failures: [...failures, ...brokenFiles.map((r) => `${relative(root, r.name)}\n${firstLines(r.message)}`)],
    // a group is usually skipped as a whole
    skipped: tests
      .filter((test) => ['skipped', 'todo'].includes(test.status))
      .map((test) => test.ancestorTitles[0] ?? test.fullName),
  }
}

/** The files of failed tests, when they are few enough to be repeated. */
export function filesToRepeat({ failures }: Outcome): string[] {
  if (failures.length > MOST_REPEATED) return []
  // a file that failed as a whole has no title after its name
  const titles = failures.map(firstLine).filter((title) => title.includes(': '))
  return [...new Set(titles.map((title) => title.slice(0, title.indexOf(': '))))]
}

/** A result after its failed tests were repeated with another report: those that passed are unsteady. */
export function repeatedOutcome(first: Outcome, file: string): Outcome {
  if (!existsSync(file)) return first
  const named = (wanted: string) =>
    readReport(file).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => titleOf(name, fullName)),
    )
  const passed = new Set(named('passed')).difference(new Set(named('failed')))
  const unsteady = first.failures.map(firstLine).filter((title) => passed.has(title))
  return {
    ...first,
    passed: first.passed + unsteady.length,
    failed: first.failed - unsteady.length,
    unsteady,
    failures: first.failures.filter((failure) => !passed.has(firstLine(failure))),
  }
}

/**
 * Reads a final line `N passed, N failed`; lines `skipped: NAME`, `not allowed here: NAME`, `unsteady: NAME` and `FAIL
 * NAME` may precede it. What the machine does not allow is only counted.
 */
export function closingLineOutcome(output: string, exitCode: number): Outcome {
  const counts = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1)
  const named = (what: string) =>
    [...output.matchAll(new RegExp(`^${what}: (.+)$`, 'gm'))].map((match) => match[1] ?? '')
  const lists = { skipped: named('skipped'), unsteady: named('unsteady') }
  const failures = [...output.matchAll(/^FAIL (?:.+\n?){1,12}/gm)].map((match) => match[0].trimEnd())
  if (!counts) return { passed: 0, failed: 1, ...lists, failures: [...failures, 'the runner ended before its counts'] }
  const failed = Math.max(Number(counts[2]), exitCode === 0 ? 0 : 1)
  const passed = Number(counts[1])
  const refused = named('not allowed here').length
  const note = refused > 0 ? `${passed} passed, ${failed} failed, ${refused} not allowed on this machine` : undefined
  return { passed, failed, ...lists, failures, note }
}
