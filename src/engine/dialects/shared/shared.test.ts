import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseByPattern } from '../../run/timePattern.ts'
import { decimalCell } from './cells.ts'
import { assertReads, firstWord } from './statement.ts'
import { formatByPattern, storedTime } from './storedTime.ts'

describe('firstWord', () => {
  it.each([
    ['SELECT 1', 'select'],
    ['  \n\twith x AS (SELECT 1) SELECT * FROM x', 'with'],
    ['-- SELECT\nDELETE FROM t', 'delete'],
    ['/* SELECT */ DROP TABLE t', 'drop'],
    ['/* a /* b */ SELECT */ DROP TABLE t', 'drop'],
    ['((SELECT 1))', 'select'],
    ['/* never closed SELECT', ''],
    [';SELECT 1', 'select'],
    ['"SELECT" 1', ''],
    ['', ''],
  ])('of %j is %j', (sql, word) => {
    expect(firstWord(sql)).toBe(word)
  })

  it.each(['DELETE FROM t', 'COPY t TO STDOUT', 'SET x = 1', '', "'SELECT'"])('refuses %j', (sql) => {
    expect(() => assertReads(sql)).toThrow('Only SELECT statements are allowed.')
  })
})

describe('times as they are stored', () => {
  const wallMs = Date.parse('2021-08-05T13:04:05.678Z')
  it.each([
    [null, { text: '2021-08-05 13:04:05.678000' }],
    ['epoch_s', { integer: '1628168645' }],
    ['epoch_ms', { integer: '1628168645678' }],
    ['%Y%m%d', { text: '20210805' }],
    ['%d/%m/%y %H:%M', { text: '05/08/21 13:04' }],
    ['%Y-%m-%dT%H:%M:%S.%f', { text: '2021-08-05T13:04:05.678000' }],
    ['%b %j, %I %p 100%%', { text: 'Aug 217, 01 PM 100%' }],
    ['%A %B %Q', { text: 'Thursday August %Q' }],
  ])('by %s', (format, expected) => {
    expect(storedTime({ wallMs, columnType: null, format })).toEqual(expected)
  })

  it('are parsed again by the same pattern', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('1970-01-01'), max: Date.parse('2060-01-01') }),
        fc.constantFrom(
          '%Y-%m-%d %H:%M:%S.%f',
          '%Y%m%d%H%M%S.%f',
          '%d.%m.%Y %I:%M:%S.%f %p',
          '%B %d %Y %T.%f',
          '%Y %j %T.%f',
        ),
        (ms, pattern) => {
          expect(parseByPattern(formatByPattern(ms, pattern), pattern)).toBeCloseTo(ms, 6)
        },
      ),
    ))
})

describe('decimalCell', () => {
  it.each([
    ['1.50', 1.5],
    ['-0.1', -0.1],
    ['12345678901234567890', 12345678901234567890n],
    ['9007199254740991', 9007199254740991],
    ['12345678901234567.5', Number('12345678901234567.5')],
  ] as [string, number | bigint][])('reads %s', (digits, expected) => {
    expect(decimalCell(digits, false)).toBe(expected)
    expect(decimalCell(digits, true)).toBe(digits)
  })
})
