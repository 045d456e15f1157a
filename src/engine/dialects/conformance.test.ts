import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TIME_GRAINS } from '../../model/time/timeGrain.ts'
import { formatWall } from '../../model/time/wallClock.ts'
import { renderExpression, renderSelect } from '../plan/render.ts'
import type { Expression } from '../plan/tree.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import type { LiteralValue } from './dialect.ts'
import { fileFolder } from './testing/embedded.ts'
import type { TestDatabase } from './testing/engineUnderTest.ts'
import { evaluate, evaluateRows, evaluateTime } from './testing/evaluate.ts'
import { enginesUnderTest } from './testing/list.ts'

let pool: Pool
beforeAll(() => {
  pool = createEnginePool({ children: 1, fileFolders: [fileFolder] })
})
afterAll(() => pool.close())

it.runIf(process.env.CI)('runs on every engine in CI', () => {
  expect(enginesUnderTest.filter(({ isRunning }) => !isRunning).map(({ name }) => name)).toEqual([])
})

/** A Sunday: the first day of a week that starts on Sunday, the last of one that starts on Monday. */
const SUNDAY = '2021-08-15 13:14:15.678'
const grainCases: [grain: string, input: string, monday: string, sunday?: string][] = [
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
  ['P1W', SUNDAY, '2021-08-09T00:00:00', '2021-08-15T00:00:00'],
  ['P1W', '2021-08-16 00:00:00', '2021-08-16T00:00:00', '2021-08-15T00:00:00'],
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
/**
 * A value, the side of a grid cell, and the middle of the cell that contains the value. In most cases, rounding makes
 * the quotient differ a little from the exact one.
 */
const cellCases: [degrees: number, side: number, middle: number][] = [
  [0.3, 0.1, 0.35],
  [0.7, 0.1, 0.75],
  [0.29, 0.1, 0.25],
  [-0.3, 0.1, -0.25],
  [-1.1, 0.1, -1.05],
  [-1.11, 0.1, -1.15],
  [0.29, 0.01, 0.295],
  [0.57, 0.01, 0.575],
  [-0.07, 0.01, -0.065],
  [151.2, 0.2, 151.3],
  [151.21, 0.01, 151.215],
  [151.20999, 0.000_01, 151.209_995],
  [40, 20, 50],
  [-180, 50, -175],
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

const isText = (text: string) => text !== '' && !text.includes('\0')

for (const engine of enginesUnderTest) {
  const { dialect, otherGrains, runs } = engine

  describe.skipIf(!engine.isRunning)(engine.name, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await engine.open()
    })
    afterAll(() => database?.close())

    const value = (expression: string) => evaluate(pool, expression, database.connection)
    const time = (expression: string) => evaluateTime(pool, expression, database.connection)
    const rows = (sql: string) => evaluateRows(pool, sql, database.connection)
    const anyHeld = anyText.map((text) => (engine.holdsNul ? text : text.replaceAll('\0', '')))
    const heldTexts = nastyText.filter((text) => engine.holdsNul || !text.includes('\0'))

    const cases = grainCases
      .filter(([grain]) => dialect.timeGrains[grain] && !(grain in otherGrains))
      .map(([grain, input, monday, sunday = monday]) => ({
        grain,
        input,
        expected: engine.weekStart === 'monday' ? monday : sunday,
      }))

    it.each(cases)('$grain of $input is $expected', async ({ grain, input, expected }) => {
      const bucket = dialect.timeGrains[grain]?.(engine.timestamp(input), null) ?? ''
      expect(await time(bucket)).toBe(epochMs(expected))
    })

    it.each(TIME_GRAINS.filter((grain) => dialect.timeGrains[grain]))(
      'has the grain %s, also for dates and epoch columns',
      async (grain) => {
        const bucket = dialect.timeGrains[grain]
        expect(typeof (await time(bucket?.(engine.date('2021-08-15'), null) ?? ''))).toBe('number')
        const [seconds, milliseconds] = [dialect.fromEpoch.s('1629033255'), dialect.fromEpoch.ms('1629033255000')]
        expect(await time(bucket?.(milliseconds, null) ?? '')).toBe(await time(bucket?.(seconds, null) ?? ''))
      },
    )

    it('lists grains that it has', () => {
      expect(dialect.listedGrains.filter((grain) => !dialect.timeGrains[grain])).toEqual([])
    })

    it.each(cellCases)('%s is in the cell of %s degrees around %s', async (degrees, side, middle) => {
      const of = { kind: 'literal', value: { float: degrees } } as const
      const cell = renderExpression({ kind: 'cell', size: side, of }, dialect)
      expect(Number(await value(cell))).toBeCloseTo(middle, 6)
    })

    it.each([
      ['s', '0', 0],
      ['s', '1629033255', 1_629_033_255_000],
      ['ms', '1629033255000', 1_629_033_255_000],
      ['ms', '-322', engine.negativeEpochMs],
      ['s', 'NULL', null],
    ] as const)('reads %s epochs: %s', async (unit, number, expected) => {
      expect(await time(dialect.fromEpoch[unit](number))).toBe(expected)
    })

    it.each(heldTexts)('returns the text %j unchanged', async (text) => {
      expect(await value(dialect.literal({ text }))).toBe(text)
    })

    it('returns any text unchanged', () =>
      fc.assert(
        fc.asyncProperty(anyHeld, async (text) => {
          expect(await value(dialect.literal({ text }))).toBe(text)
        }),
        { numRuns: runs },
      ))

    it('returns any float unchanged', () =>
      fc.assert(
        fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (float) => {
          const literal = dialect.literal({ float })
          expect(Number(await value(`CAST(${literal} AS ${engine.double})`)) + 0).toBe(float + 0)
        }),
        { numRuns: runs },
      ))

    it.each(['0', '-1', '9007199254740993', '-9223372036854775808', engine.largestInteger])(
      'keeps every digit of %s',
      async (integer) => {
        const literal = dialect.literal({ integer })
        expect(await value(`CAST(${literal} AS ${engine.text})`)).toBe(integer)
        expect(String(await value(literal))).toBe(integer)
      },
    )

    it.each([
      [true, engine.booleans.true],
      [false, engine.booleans.false],
      [null, null],
    ] as [LiteralValue, unknown][])('returns %s', async (literal, expected) => {
      expect(await value(dialect.literal(literal))).toBe(expected)
    })

    it.each(engine.timeColumns)('finds any time in a column of type $declared', ({ declared, stored, micros }) =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({
            min: epochMs(`${String(engine.years[0]).padStart(4, '0')}-01-02`),
            max: epochMs(`${engine.years[1]}-12-30`),
          }),
          async (random) => {
            const wallMs = micros ? random : Math.floor(random / 1000) * 1000
            const literal = dialect.literal({ wallMs, columnType: declared, format: null })
            const same = stored(formatWall(wallMs, { microseconds: micros }))
            const before = stored(formatWall(wallMs - 1000, { microseconds: micros }))
            const [row] = await rows(
              `SELECT CASE WHEN ${same} >= ${literal} THEN 1 ELSE 0 END AS found,
                      CASE WHEN ${before} >= ${literal} THEN 1 ELSE 0 END AS earlier`,
            )
            expect(row).toEqual({ found: 1, earlier: 0 })
          },
        ),
        { numRuns: Math.ceil(runs / 2) },
      ),
    )

    it.each([
      ['epoch_s', 'BIGINT', 1_629_033_255_678, '1629033255'],
      ['epoch_ms', 'BIGINT', 1_629_033_255_678, '1629033255678'],
      ['epoch_s', 'DOUBLE', -1, '-1'],
      ['%Y', 'INTEGER', 1_629_033_255_678, "'2021'"],
    ])('compares %s columns of type %s with their values', (format, columnType, wallMs, expected) => {
      expect(dialect.literal({ wallMs, columnType, format })).toBe(expected)
    })

    it('does not truncate a bound on a DATE column to its day', async () => {
      const bound = (time: string) =>
        dialect.literal({ wallMs: epochMs(`2021-01-01T${time}`), columnType: 'DATE', format: null })
      const day = engine.date('2021-01-01')
      const [row] = await rows(
        `SELECT CASE WHEN ${day} >= ${bound('12:00:00')} THEN 1 ELSE 0 END AS noon,
                CASE WHEN ${day} >= ${bound('00:00:00')} THEN 1 ELSE 0 END AS midnight`,
      )
      expect(row).toEqual({ noon: 0, midnight: 1 })
    })

    const names = heldTexts.filter((name) => isText(name) && engine.canName?.(name) !== false)
    it.each(names)('quotes the name %j so that it is found again', async (name) => {
      const quoted = dialect.quote(name)
      const sql = `SELECT ${quoted} AS value FROM (SELECT 7 AS ${quoted}) AS ${quoted} WHERE ${quoted} = 7`
      expect(await rows(sql)).toEqual([{ value: 7 }])
    })

    it('supports any label, and quotes any name', () =>
      fc.assert(
        fc.asyncProperty(anyText, async (text) => {
          const quoted = dialect.quote(dialect.alias(text))
          const sql = `SELECT count(${quoted}) AS value FROM (SELECT 7 AS ${quoted}) AS named`
          expect(await rows(sql)).toEqual([{ value: 1 }])
        }),
        { numRuns: runs },
      ))

    it('finds any value again by a filter, under any column name and label', () =>
      fc.assert(
        fc.asyncProperty(anyHeld, anyHeld.filter(isText), anyText, async (text, name, label) => {
          // a name that is too long for the engine cannot be the name of a column
          const column = dialect.alias(name)
          const value: LiteralValue = { text }
          const answer = await evaluateRows(
            pool,
            renderSelect(
              {
                select: [{ label, expression: { kind: 'column', name: column } }],
                source: { sql: `SELECT ${dialect.literal(value)} AS ${dialect.quote(column)}` },
                seriesLimit: null,
                where: [
                  {
                    kind: 'compare',
                    operator: '=',
                    left: { kind: 'column', name: column },
                    right: { kind: 'literal', value },
                  },
                  { kind: 'in', of: { kind: 'column', name: column }, values: [{ text: 'other' }, value] },
                ],
                groupBy: null,
                having: [],
                orderBy: [{ by: { label }, ascending: true }],
                limit: 10,
                offset: 0,
                countAs: null,
              },
              dialect,
            ),
            database.connection,
            [{ label: 'value' }],
          )
          expect(answer).toEqual([{ value: text }])
        }),
        { numRuns: runs },
      ))

    it.each(['-1', '1', '2', ' (+2) ', '1.5', "'a'", 'NULL', '1 + 1'])(
      'groups and orders by %s as the expression it is',
      async (text) => {
        const constant = { kind: 'sql', text, use: 'column' } as const
        const x = { kind: 'column', name: 'x' } as const
        const ask = (groupBy: Expression[]) =>
          evaluateRows(
            pool,
            renderSelect(
              {
                select: [
                  ...(groupBy.includes(x) ? [{ label: 'x', expression: x }] : []),
                  { label: 'word', expression: constant },
                  { label: 'n', expression: { kind: 'countAll' } },
                ],
                source: { sql: "SELECT 'b' AS x UNION ALL SELECT 'a' AS x UNION ALL SELECT 'a' AS x" },
                seriesLimit: null,
                where: [],
                groupBy,
                having: [],
                orderBy: [
                  { by: { expression: constant }, ascending: true },
                  ...(groupBy.includes(x) ? [{ by: { expression: x }, ascending: true }] : []),
                ],
                limit: 10,
                offset: 0,
                countAs: null,
              },
              dialect,
            ),
            database.connection,
            [...(groupBy.includes(x) ? [{ label: 'x' }] : []), { label: 'word' }, { label: 'n' }],
          )
        expect((await ask([constant])).map(({ n }) => n)).toEqual([3])
        expect((await ask([x, constant])).map((row) => [row['x'], row['n']])).toEqual([
          ['a', 2],
          ['b', 1],
        ])
      },
    )

    const caseless: [string, string, boolean][] = [
      ['Ab', 'aB%', true],
      ['Ab', 'b', false],
    ]
    if (engine.lowersUnicode) caseless.push(['ÄB', 'äb', true])

    it.each(caseless)('compares %s with %s without case', async (left, right, expected) => {
      const sql = dialect.ilike(dialect.literal({ text: left }), dialect.literal({ text: right }))
      expect(await value(`CASE WHEN ${sql} THEN 1 ELSE 0 END`)).toBe(expected ? 1 : 0)
    })
  })
}
