import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TIME_GRAINS } from '../../model/timeGrain.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import type { LiteralValue } from './dialect.ts'
import { dialectOf } from './index.ts'
import { evaluate, evaluateRows } from './testing/evaluate.ts'

/** Every dialect whose engine runs here; the embedded one always does. */
const underTest = [dialectOf('duckdb')]

let pool: Pool
beforeAll(() => {
  pool = createEnginePool({ children: 1 })
})
afterAll(() => pool.close())

/** A Sunday: the day on which kinds of weeks differ most. */
const SUNDAY = '2021-08-15 13:14:15.678'
const grainCases: [string, string, string][] = [
  ['PT1S', SUNDAY, '2021-08-15T13:14:15'],
  ['PT5S', SUNDAY, '2021-08-15T13:14:15'],
  ['PT5S', '2021-08-15 13:14:14', '2021-08-15T13:14:10'],
  ['PT30S', SUNDAY, '2021-08-15T13:14:00'],
  ['PT30S', '2021-08-15 13:14:45', '2021-08-15T13:14:30'],
  ['PT1M', SUNDAY, '2021-08-15T13:14:00'],
  ['PT5M', SUNDAY, '2021-08-15T13:10:00'],
  ['PT10M', SUNDAY, '2021-08-15T13:10:00'],
  ['PT15M', SUNDAY, '2021-08-15T13:00:00'],
  ['PT15M', '1969-12-31 23:59:59', '1969-12-31T23:45:00'],
  ['PT30M', SUNDAY, '2021-08-15T13:00:00'],
  ['PT30M', '2021-08-15 13:44:00', '2021-08-15T13:30:00'],
  ['PT1H', SUNDAY, '2021-08-15T13:00:00'],
  ['PT6H', SUNDAY, '2021-08-15T12:00:00'],
  ['PT6H', '2021-08-15 05:59:59', '2021-08-15T00:00:00'],
  ['P1D', SUNDAY, '2021-08-15T00:00:00'],
  ['P1W', SUNDAY, '2021-08-09T00:00:00'],
  ['P1W', '2021-08-16 00:00:00', '2021-08-16T00:00:00'],
  ['P1M', SUNDAY, '2021-08-01T00:00:00'],
  ['P3M', SUNDAY, '2021-07-01T00:00:00'],
  ['P1Y', SUNDAY, '2021-01-01T00:00:00'],
  ['P1Y', '1899-12-31 23:59:59', '1899-01-01T00:00:00'],
  ['1969-12-28T00:00:00Z/P1W', SUNDAY, '2021-08-15T00:00:00'],
  ['1969-12-28T00:00:00Z/P1W', '2021-08-14 23:59:59', '2021-08-08T00:00:00'],
  ['1969-12-29T00:00:00Z/P1W', SUNDAY, '2021-08-09T00:00:00'],
  ['P1W/1970-01-03T00:00:00Z', SUNDAY, '2021-08-21T00:00:00'],
  ['P1W/1970-01-03T00:00:00Z', '2021-08-14 12:00:00', '2021-08-14T00:00:00'],
  ['P1W/1970-01-04T00:00:00Z', SUNDAY, '2021-08-15T00:00:00'],
  ['P1W/1970-01-04T00:00:00Z', '2021-08-16 12:00:00', '2021-08-22T00:00:00'],
]
const epochMs = (iso: string) => Date.parse(`${iso}Z`)

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
)
const nastyText = [
  "O'Brien",
  "''",
  "\\'",
  '\\',
  '"',
  '""',
  '`',
  "'; DROP TABLE x; --",
  '/* */',
  '-- ',
  'a\nb\r\tc',
  '\0',
  'a\0b',
  '$$',
  '%_',
  '{{ 1 }}',
  '😀',
  'ß',
  'İ',
  '\u202E',
  'e\u0301',
  ' ',
  '',
]

describe.each(underTest)('$name', (dialect) => {
  it.each(grainCases)('%s of %s is %s', async (grain, input, expected) => {
    const bucket = dialect.timeGrains[grain]?.(`TIMESTAMP '${input}'`) ?? ''
    expect(await evaluate(pool, bucket)).toBe(epochMs(expected))
  })

  it.each(TIME_GRAINS)('has the grain %s, for dates and epoch columns too', async (grain) => {
    const bucket = dialect.timeGrains[grain]
    expect(typeof (await evaluate(pool, bucket?.("DATE '2021-08-15'") ?? ''))).toBe('number')
    const [seconds, milliseconds] = [dialect.fromEpoch.s('1629033255'), dialect.fromEpoch.ms('1629033255678')]
    expect(await evaluate(pool, bucket?.(milliseconds) ?? '')).toBe(await evaluate(pool, bucket?.(seconds) ?? ''))
  })

  it.each([
    ['s', '0', 0],
    ['s', '-322', -322_000],
    ['s', '1629033255', 1_629_033_255_000],
    ['ms', '1629033255678', 1_629_033_255_678],
    ['ms', '-322', -322],
    ['s', 'NULL', null],
  ] as const)('reads %s epochs: %s', async (unit, value, expected) => {
    expect(await evaluate(pool, dialect.fromEpoch[unit](value))).toBe(expected)
  })

  it.each(nastyText)('returns the text %j unchanged', async (text) => {
    expect(await evaluate(pool, dialect.literal({ text }))).toBe(text)
  })

  it('returns any text unchanged', () =>
    fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await evaluate(pool, dialect.literal({ text }))).toBe(text)
      }),
      { numRuns: 300 },
    ))

  it('returns any float unchanged', () =>
    fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (float) => {
        const literal = dialect.literal({ float })
        expect(Number(await evaluate(pool, `CAST(${literal} AS DOUBLE)`)) + 0).toBe(float + 0)
      }),
      { numRuns: 300 },
    ))

  it.each(['0', '-1', '9007199254740993', '170141183460469231731687303715884105727'])(
    'keeps every digit of %s',
    async (integer) => {
      expect(await evaluate(pool, `CAST(${dialect.literal({ integer })} AS VARCHAR)`)).toBe(integer)
    },
  )

  it.each([
    [true, true],
    [false, false],
    [null, null],
  ] as [LiteralValue, unknown][])('returns %s', async (value, expected) => {
    expect(await evaluate(pool, dialect.literal(value))).toBe(expected)
  })

  it('returns any time to the microsecond, for every kind of time column', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: epochMs('0001-01-01'), max: epochMs('9999-12-31') }),
        fc.constantFrom('TIMESTAMP', 'timestamp without time zone', 'DATETIME', 'VARCHAR', null),
        async (wallMs, columnType) => {
          const literal = dialect.literal({ wallMs, columnType, format: null })
          expect(await evaluate(pool, `CAST(${literal} AS TIMESTAMP)`)).toBe(wallMs)
        },
      ),
      { numRuns: 200 },
    ))

  it.each([
    ['epoch_s', 'BIGINT', 1_629_033_255_678, '1629033255'],
    ['epoch_ms', 'BIGINT', 1_629_033_255_678, '1629033255678'],
    ['epoch_s', 'DOUBLE', -1, '-1'],
  ])('compares %s columns of type %s with numbers', (format, columnType, wallMs, expected) => {
    expect(dialect.literal({ wallMs, columnType, format })).toBe(expected)
  })

  it('does not cut a bound on a DATE column to its day', async () => {
    const bound = dialect.literal({ wallMs: epochMs('2021-01-01T12:00:00'), columnType: 'DATE', format: null })
    expect(await evaluate(pool, `DATE '2021-01-01' >= ${bound}`)).toBe(false)
  })

  it.each(nastyText.filter((text) => text !== '' && !text.includes('\0')))(
    'quotes the name %j so that it is found again',
    async (name) => {
      const quoted = dialect.quote(name)
      const sql = `SELECT ${quoted} AS value FROM (SELECT 7 AS ${quoted}) AS ${quoted} WHERE ${quoted} = 7`
      expect(await evaluateRows(pool, sql)).toEqual([{ value: 7 }])
    },
  )

  it('carries any label, and quotes any name', () =>
    fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const quoted = dialect.quote(dialect.alias(text))
        expect(await evaluateRows(pool, `SELECT count(${quoted}) AS value FROM (SELECT 7 AS ${quoted})`)).toEqual([
          { value: 1 },
        ])
      }),
      { numRuns: 300 },
    ))

  it.each([
    ['Ab', 'aB%', true],
    ['Ab', 'b', false],
    ['ÄB', 'äb', true],
  ])('compares %s with %s without case', async (left, right, expected) => {
    const sql = dialect.ilike(dialect.literal({ text: left }), dialect.literal({ text: right }))
    expect(await evaluate(pool, sql)).toBe(expected)
  })
})
