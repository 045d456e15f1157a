import { expect, it } from 'vitest'
import { bytesOfBase32 } from '../testing/base32.ts'
import { base32, codeAt, stepOf, stepOfCode } from './totp.ts'

// RFC 6238, appendix B, with the last six of its eight digits
const secret = Buffer.from('12345678901234567890')

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i s is %s', (seconds, code) => {
  expect(codeAt(secret, stepOf(seconds * 1000))).toBe(code)
})

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %s in base 32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
  expect(bytesOfBase32(encoded).toString()).toBe(text)
})

it('accepts a code for a minute and a half, once', () => {
  const now = 1_700_000_000_000
  const step = stepOf(now)
  const accepts = (at: number, after = 0) => stepOfCode(secret, codeAt(secret, step), { now: at, after }) !== undefined
  expect([-61_000, -30_000, 0, 30_000, 61_000].map((shift) => accepts(now + shift))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(accepts(now, step)).toBe(false)
  expect(accepts(now, step - 1)).toBe(true)
})
