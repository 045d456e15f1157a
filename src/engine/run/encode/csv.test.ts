import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText, defuse } from './csv.ts'

describe('defuse', () => {
  it.each([
    ['-10', '-10'],
    ['-1.5', '-1.5'],
    ['@v', "'@v"],
    ['-v', "'-v"],
    ['|v', "'\\|v"],
    ["=cmd|' /C calc'!A0", "'=cmd\\|' /C calc'!A0"],
    ['""=10+2', `'""=10+2`],
    [' =10+2', "' =10+2"],
    ['%1', "'%1"],
    ['+1', "'+1"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['\0=1', "'\0=1"],
    ['plain', 'plain'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j becomes %j', (text, safe) => expect(defuse(text)).toBe(safe))

  it('leaves no text that a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\0', ' =', '""='), fc.string(), (start, rest) => {
        const safe = defuse(start + rest)
        expect(safe.startsWith("'") || /^-[\d.]+$/.test(safe)).toBe(true)
      }),
    )
  })
})

describe('csvText', () => {
  const one = (type: 'text' | 'float' | 'int' | 'time' | 'bool', values: Parameters<typeof csvText>[0][0]['values']) =>
    csvText([{ name: 'a', type, values }], values.length)

  it('quotes only what must be', () => {
    expect(one('text', ['a', 'a b', 'a,b', 'a"b', 'a\nb', null])).toBe('a\na\na b\n"a,b"\n"a""b"\n"a\nb"\n\n')
  })
  it('prints a time of day only where one is not midnight', () => {
    expect(one('time', [1609459200000, null])).toBe('a\n2021-01-01\n\n')
    expect(one('time', [1609459200000, 1609462800000])).toBe('a\n2021-01-01 00:00:00\n2021-01-01 01:00:00\n')
  })
  it('prints numbers as the contract does', () => {
    expect(one('float', [1, 1.5, Number.NaN, '2.50'])).toBe('a\n1.0\n1.5\n\n2.50\n')
    expect(one('int', [1, 2n ** 70n])).toBe('a\n1\n1180591620717411303424\n')
    expect(one('int', [1, null])).toBe('a\n1.0\n\n')
    expect(one('bool', [true, false])).toBe('a\nTrue\nFalse\n')
  })
})
