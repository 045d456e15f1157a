import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { closingLineOutcome, filesToRepeat, repeatedOutcome, vitestOutcome } from './outcome.ts'

/** Writes the report of a test runner: one file with tests. */
function report(tests: Record<string, 'passed' | 'failed' | 'pending' | 'skipped'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-outcome-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({
    status,
    fullName,
    ancestorTitles: [],
    failureMessages: status === 'failed' ? ['Error: why\n  at a line'] : [],
  }))
  const name = resolve(import.meta.dirname, '../../src/a.test.ts')
  writeFileSync(file, JSON.stringify({ testResults: [{ name, status: 'failed', message: '', assertionResults }] }))
  return file
}

it('calls a test unsteady that failed and passes alone', () => {
  const first = vitestOutcome(report({ steady: 'passed', 'one: two': 'failed', broken: 'failed' }))
  expect(first).toMatchObject({ passed: 1, failed: 2, unsteady: [] })
  expect(filesToRepeat(first)).toEqual(['src/a.test.ts'])
  expect(repeatedOutcome(first, report({ steady: 'failed', 'one: two': 'passed', broken: 'failed' }))).toMatchObject({
    passed: 2,
    failed: 1,
    unsteady: ['src/a.test.ts: one: two'],
    failures: ['src/a.test.ts: broken\nError: why\n  at a line'],
  })
  expect(repeatedOutcome(first, '/no/report')).toBe(first)
})

it('repeats a test that did not run to its end, which is not skipped', () => {
  const first = vitestOutcome(report({ lost: 'pending', absent: 'skipped', 'group lost too': 'pending' }))
  expect(first).toMatchObject({ passed: 0, failed: 2, skipped: ['absent'] })
  expect(filesToRepeat(first)).toEqual(['src/a.test.ts'])
  const second = report({ lost: 'passed', 'group lost too': 'pending' })
  expect(repeatedOutcome(first, second)).toMatchObject({ passed: 1, failed: 1, unsteady: ['src/a.test.ts: lost'] })
})

it('repeats neither many failures nor a file that failed as a whole', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  expect(filesToRepeat(vitestOutcome(report(Object.fromEntries(names.map((name) => [name, 'failed'])))))).toEqual([])
  expect(filesToRepeat(vitestOutcome(report({})))).toEqual([])
})

it('reads the closing line and the lines before it', () => {
  const output = 'skipped: a\nunsteady: b\nFAIL c\nwhy\n\n3 passed, 1 failed\n'
  expect(closingLineOutcome(output, 1)).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: ['a'],
    unsteady: ['b'],
    failures: ['FAIL c\nwhy'],
    note: undefined,
  })
})

it('counts what the machine does not allow, which is neither skipped nor failed', () => {
  const outcome = closingLineOutcome('not allowed here: a (no)\nnot allowed here: b (no)\n3 passed, 0 failed\n', 0)
  expect(outcome).toMatchObject({ passed: 3, failed: 0, skipped: [] })
  expect(outcome.note).toBe('3 passed, 0 failed, 2 not allowed on this machine')
})

it('fails if the runner ended before its counts, or with an exit code', () => {
  expect(closingLineOutcome('ok', 0)).toMatchObject({ failed: 1, failures: ['the runner ended before its counts'] })
  expect(closingLineOutcome('3 passed, 0 failed\n', 1)).toMatchObject({ passed: 3, failed: 1 })
})
