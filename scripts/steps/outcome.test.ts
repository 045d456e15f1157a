import { expect, it } from 'vitest'
import { closingLineOutcome } from './outcome.ts'

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
