import { expect, it } from 'vitest'
import type { Cell, CellType, Frame } from '../frame.ts'
import { postProcess } from './index.ts'

const DAY = 86_400_000
const start = Date.UTC(2024, 0, 1)

const frame = (times: Cell[], values: Cell[], type: CellType = 'time'): Frame => ({
  columns: [
    { name: 't', type, values: times },
    { name: 'n', type: 'float', values },
  ],
  rowCount: times.length,
})
const days = (count: number) => Array.from({ length: count }, (_, day) => start + day * DAY)
/** A linear trend, higher on weekends, with a little noise. */
const usual = (day: number) => 100 + day + (day % 7 > 4 ? 40 : 0) + ((day * 7919) % 5)

function row(result: ReturnType<typeof postProcess>): Record<string, number> {
  if (!result.ok) throw new Error(result.error.message)
  return Object.fromEntries(result.value.columns.map(({ name, values }) => [String(name), Number(values[0])]))
}
const run = (from: Frame, confidence: unknown = 0.95) =>
  postProcess(from, [{ operation: 'expected', options: { confidence } }])

it('the band of the latest row contains what the previous weeks predict', () => {
  const times = days(71)
  const { value, lower, upper, expected, time } = row(
    run(
      frame(
        times,
        times.map((_, day) => usual(day)),
      ),
    ),
  )
  expect(time).toBe(times[70])
  expect(value).toBe(usual(70))
  expect(Math.abs(Number(expected) - usual(70))).toBeLessThan(10)
  expect(lower).toBeLessThan(usual(70))
  expect(upper).toBeGreaterThan(usual(70))
})

it('the latest row does not affect its own forecast, for any order of rows', () => {
  const times = days(71).reverse()
  const values = times.map((time) => usual((time - start) / DAY))
  const plain = row(run(frame(times, values)))
  const odd = row(run(frame(times, values.with(0, 1000))))
  expect({ ...odd, value: 0 }).toEqual({ ...plain, value: 0 })
  expect(odd['value']).toBeGreaterThan(odd['upper'] ?? Number.POSITIVE_INFINITY)
})

it('a larger share makes a wider band', () => {
  const times = days(60)
  const values = times.map((_, day) => usual(day))
  const width = (confidence: number) => {
    const { lower = 0, upper = 0 } = row(run(frame(times, values), confidence))
    return upper - lower
  }
  expect(width(0.99)).toBeGreaterThan(width(0.8))
})

it('times may be texts', () => {
  const times = days(30)
  const texts = times.map((time) => new Date(time).toISOString().slice(0, 10))
  const values = times.map((_, day) => usual(day))
  expect(row(run(frame(texts, values, 'text')))).toEqual(row(run(frame(times, values))))
})

it.each([
  [
    'too few rows',
    frame(days(8), days(8)),
    'A forecast needs at least 8 rows before the latest one. The query returned 8.',
  ],
  ['one time twice', frame([...days(10), start], days(11)), 'A forecast needs one row for each time.'],
  ['no times', frame(Array(10).fill('x'), days(10), 'text'), 'The first column of a forecast must contain times.'],
  [
    'a missing number',
    frame(days(10), days(10).with(3, Number.NaN)),
    'The second column of a forecast must contain a number in each row.',
  ],
  ['too many rows', frame(days(5001), days(5001)), 'A forecast can use at most 5000 rows.'],
  [
    'one column',
    { columns: frame(days(10), []).columns.slice(0, 1), rowCount: 10 },
    'A forecast needs two columns: times and numbers.',
  ],
] as const)('refuses %s', (_name, from, message) => expect(run(from)).toEqual({ ok: false, error: { message } }))
