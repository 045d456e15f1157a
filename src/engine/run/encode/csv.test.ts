import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell, CellType } from '../../frame.ts'
import { CsvText, defuse } from './csv.ts'

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
    ['＝1+1', "'＝1+1"],
    [' ＠SUM(1)', "' ＠SUM(1)"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
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

/** The text of one column, written and settled in chunks of the given sizes. */
function csv(type: CellType, values: readonly Cell[], { rows = 2, bytes = 7 } = {}): string {
  const text = new CsvText([{ name: 'a', type }])
  for (let at = 0; at < values.length; at += rows) {
    const some = values.slice(at, at + rows)
    text.write([some], some.length)
  }
  const draft = text.take()
  const settle = text.settler() ?? ((piece: Buffer) => piece)
  const pieces: Buffer[] = []
  for (let at = 0; at < draft.length; at += bytes) pieces.push(settle(draft.subarray(at, at + bytes)))
  return Buffer.concat(pieces).toString()
}

describe('CsvText', () => {
  it('quotes only if necessary', () => {
    expect(csv('text', ['a', 'a b', 'a,b', 'a"b', 'a\nb', null])).toBe('a\na\na b\n"a,b"\n"a""b"\n"a\nb"\n\n')
  })
  it('prints a time of day only if one is not midnight, even in a late row', () => {
    expect(csv('time', [1609459200000, null])).toBe('a\n2021-01-01\n\n')
    const [midnight, one] = ['2021-01-01 00:00:00\n', '2021-01-01 01:00:00\n']
    expect(csv('time', [1609459200000, 1609459200000, 1609459200000, 1609462800000])).toBe(
      `a\n${midnight}${midnight}${midnight}${one}`,
    )
  })
  it('prints numbers as the contract does', () => {
    expect(csv('float', [1, 1.5, Number.NaN, '2.50', 1e21])).toBe('a\n1.0\n1.5\n\n2.50\n1e+21\n')
    expect(csv('int', [1, 2n ** 70n])).toBe('a\n1\n1180591620717411303424\n')
    expect(csv('int', [1, 2, 3, null])).toBe('a\n1.0\n2.0\n3.0\n\n')
    expect(csv('bool', [true, false])).toBe('a\nTrue\nFalse\n')
  })
  it('is the same text in chunks of any size', () => {
    const cell = fc.option(fc.oneof(fc.integer(), fc.constantFrom(0, 86_400_000, 1, -86_400_000)), { freq: 20 })
    fc.assert(
      fc.property(
        fc.constantFrom<CellType>('int', 'time'),
        fc.array(cell),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 30 }),
        (type, values, rows, bytes) => {
          expect(csv(type, values, { rows, bytes })).toBe(csv(type, values, { rows: 1000, bytes: 100_000 }))
        },
      ),
    )
  })
})
