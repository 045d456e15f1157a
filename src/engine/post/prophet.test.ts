import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../model/time/wallClock.ts'
import type { Cell, Frame } from '../frame.ts'
import { normalQuantile } from './forecast/normalQuantile.ts'
import { runSteps } from './index.ts'

const at = (text: string) => Date.parse(`${text}${text.length > 10 ? '' : 'T00:00:00'}Z`)

const frameOf = (times: number[], series: Record<string, Cell[]>): Frame => ({
  columns: [
    { name: '__timestamp', type: 'time', values: times },
    ...Object.entries(series).map(([name, values]) => ({ name, type: 'float' as const, values })),
  ],
  rowCount: times.length,
})

function forecast(frame: Frame, options: object) {
  const steps = [{ operation: 'prophet', options: { confidence_interval: 0.8, ...options } }]
  const outcome = runSteps(frame, steps)
  if (!outcome.ok) throw new Error(outcome.error.message)
  const values = (name: string) => outcome.value.columns.find((column) => column.name === name)?.values as number[]
  return { frame: outcome.value, values, names: outcome.value.columns.map(({ name }) => name) }
}

const yearEnds = ['2018-12-31', '2019-12-31', '2020-12-31', '2021-12-31'].map(at)

describe('prophet', () => {
  it('puts a forecast and its interval before each series, future rows after the others', () => {
    const { names, values, frame } = forecast(frameOf(yearEnds, { a: [1, 2, 3, 4], b: [4, 3, 2, 1] }), {
      time_grain: 'P1M',
      periods: 3,
    })
    const parts = ['yhat', 'yhat_lower', 'yhat_upper']
    const group = (name: string) => [...parts.map((part) => `${name}__${part}`), name]
    expect(names).toEqual(['__timestamp', ...group('a'), ...group('b')])
    expect(values('__timestamp').slice(4)).toEqual(['2022-01-31', '2022-02-28', '2022-03-31'].map(at))
    expect(frame.rowCount).toBe(7)
    expect(values('a')).toEqual([1, 2, 3, 4, null, null, null])
  })

  it.each([
    ['P1W', ['2022-01-02', '2022-01-09'], 1, ['2022-01-16']],
    ['P1W', ['2022-01-03', '2022-01-10'], 2, ['2022-01-16', '2022-01-23']],
    ['1969-12-28T00:00:00Z/P1W', ['2022-01-02', '2022-01-09'], 1, ['2022-01-16']],
    ['1969-12-29T00:00:00Z/P1W', ['2022-01-03', '2022-01-10'], 1, ['2022-01-17']],
    ['P1W/1970-01-03T00:00:00Z', ['2022-01-01', '2022-01-08'], 1, ['2022-01-15']],
    ['P1W/1970-01-04T00:00:00Z', ['2022-01-02', '2022-01-09'], 1, ['2022-01-16']],
    ['P1M', ['2024-01-01', '2024-02-01'], 2, ['2024-02-29', '2024-03-31']],
    ['P3M', ['2024-01-01', '2024-04-01'], 2, ['2024-06-30', '2024-09-30']],
    ['P3M', ['2024-03-31', '2024-06-30'], 2, ['2024-09-30', '2024-12-31']],
    ['P1Y', ['2023-01-01', '2024-01-01'], 2, ['2024-12-31', '2025-12-31']],
    ['P1D', ['2024-02-27', '2024-02-28'], 2, ['2024-02-29', '2024-03-01']],
    ['PT1H', ['2024-02-27T22:00:00', '2024-02-27T23:00:00'], 1, ['2024-02-28T00:00:00']],
    ['PT15M', ['2024-02-27T22:00:00', '2024-02-27T22:15:00'], 1, ['2024-02-27T22:30:00']],
    ['PT1S', ['2024-02-27T22:00:00', '2024-02-27T22:00:01'], 1, ['2024-02-27T22:00:02']],
  ])('%s continues from %j by %i', (grain, history, periods, future) => {
    const { values } = forecast(frameOf(history.map(at), { a: [1, 2] }), { time_grain: grain, periods })
    expect(values('__timestamp').slice(2)).toEqual(future.map(at))
  })

  it('adds nothing but the columns for no periods', () => {
    const { frame } = forecast(frameOf(yearEnds, { a: [1, 2, 3, 4] }), { time_grain: 'P1M', periods: 0 })
    expect([frame.rowCount, frame.columns.length]).toEqual([4, 5])
  })

  it('does not change series with gaps and text', () => {
    const frame = frameOf(yearEnds, { a: [1, null, 3, 4], b: [1, 2, 3, 4] })
    const { names, values } = forecast(frame, { time_grain: 'P1Y', periods: 1 })
    expect(names).toEqual(['__timestamp', 'a', 'b__yhat', 'b__yhat_lower', 'b__yhat_upper', 'b'])
    expect(values('a')).toEqual([1, null, 3, 4, null])
  })

  it('finds a straight line and a season', () => {
    const times = Array.from({ length: 200 }, (_, day) => at('2024-01-01') + day * DAY_MS)
    const truth = (day: number) => 10 + 0.5 * day + 5 * Math.sin((2 * Math.PI * day) / 7)
    const { values } = forecast(frameOf(times, { a: times.map((_, day) => truth(day)) }), {
      time_grain: 'P1D',
      periods: 14,
    })
    values('a__yhat').forEach((value, day) => {
      expect(Math.abs(value - truth(day))).toBeLessThan(1)
    })
  })

  it('widens its interval with the confidence, and into the future', () => {
    const times = Array.from({ length: 60 }, (_, day) => at('2024-01-01') + day * DAY_MS)
    const noisy = times.map((_, day) => day + ((day * 7919) % 13))
    const width = (confidence: number) => {
      const options = { time_grain: 'P1D', periods: 60, confidence_interval: confidence }
      const { values } = forecast(frameOf(times, { a: noisy }), options)
      return values('a__yhat_upper').map((upper, row) => upper - (values('a__yhat_lower')[row] as number))
    }
    const [narrow, wide] = [width(0.5), width(0.95)]
    expect(narrow.every((value, row) => value < (wide[row] as number))).toBe(true)
    expect(wide.at(-1)).toBeGreaterThanOrEqual(wide[0] as number)
  })

  it.each([
    [{ time_grain: 'P1D', periods: 20_000 }, 'Periods must be at most 10000'],
    [{ time_grain: 'P1D', periods: 1, weekly_seasonality: 'x' }, '`weekly_seasonality` must be true, false'],
    [{ time_grain: 'P1D', periods: 1, index: 'a' }, 'DataFrame must include temporal column'],
  ])('refuses %j', (options, message) => {
    expect(() => forecast(frameOf(yearEnds, { a: [1, 2, 3, 4] }), options)).toThrow(message)
  })

  it('refuses a single row', () => {
    expect(() => forecast(frameOf([0], { a: [1] }), { time_grain: 'P1D', periods: 1 })).toThrow('two times')
  })
})

/** Monthly carbon dioxide at Mauna Loa since 1958 (Scripps), from the package vega-datasets. */
function carbonDioxide(): { times: number[]; values: number[] } {
  const file = new URL('../../../node_modules/vega-datasets/data/co2-concentration.csv', import.meta.url)
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const cells = rows.map((row) => row.split(','))
  return { times: cells.map(([day]) => at(day as string)), values: cells.map(([, value]) => Number(value)) }
}

/** Mean error of `ahead` held-out rows, in percent, and how many of them are within the interval. */
function heldBack(times: number[], values: number[], known: number, ahead: number) {
  const history = frameOf(times.slice(0, known), { a: values.slice(0, known) })
  const { values: column } = forecast(history, { time_grain: 'P1M', periods: ahead, confidence_interval: 0.95 })
  const [middle, lower, upper] = ['a__yhat', 'a__yhat_lower', 'a__yhat_upper'].map((name) => column(name).slice(known))
  const truth = values.slice(known, known + ahead)
  const percent = (guess: (row: number) => number) =>
    (truth.reduce((sum, value, row) => sum + Math.abs(guess(row) / value - 1), 0) / ahead) * 100
  return {
    error: percent((row) => middle?.[row] as number),
    ofLastYear: percent((row) => values[known - 12 + (row % 12)] as number),
    inside: truth.filter((value, row) => value >= (lower?.[row] as number) && value <= (upper?.[row] as number)).length,
  }
}

describe('a published series', () => {
  it('is forecast two years ahead to a fraction of a percent, mostly within its interval', () => {
    const { times, values } = carbonDioxide()
    const ahead = 24
    const tries = Array.from({ length: 10 }, (_, at) =>
      heldBack(times, values, values.length - ahead * (at + 1), ahead),
    )
    const mean = (key: 'error' | 'ofLastYear' | 'inside') =>
      tries.reduce((sum, each) => sum + each[key], 0) / tries.length
    process.stdout.write(
      `co2, ten times two years ahead: error ${mean('error').toFixed(3)} %, ` +
        `last year's values ${mean('ofLastYear').toFixed(3)} %; ` +
        `${((mean('inside') / ahead) * 100).toFixed(0)} % within the 95 % interval\n`,
    )
    expect(mean('error')).toBeLessThan(mean('ofLastYear') / 2)
    expect(mean('inside') / ahead).toBeGreaterThan(0.8)
  })
})

it.each([
  [0.5, 0],
  [0.975, 1.959963985],
  [0.9, 1.281551566],
  [0.001, -3.090232306],
])('the normal quantile of %f is %f', (p, z) => expect(normalQuantile(p)).toBeCloseTo(z, 7))
