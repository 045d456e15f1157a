import { describe, expect, it } from 'vitest'
import type { Cell, CellType, Frame } from '../frame.ts'
import { joinTimeOffset, type TimeOffset } from './timeOffset.ts'

const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`)
const frame = (types: Record<string, CellType>, rows: Cell[][]): Frame => ({
  columns: Object.entries(types).map(([name, type], at) => ({
    name,
    type,
    values: rows.map((row) => row[at] ?? null),
  })),
  rowCount: rows.length,
})
const rowsOf = (result: Frame) =>
  Array.from({ length: result.rowCount }, (_, row) => result.columns.map(({ values }) => values[row] ?? null))

const yearAgo: TimeOffset = {
  keys: ['ds'],
  timeColumn: 'ds',
  shift: { count: -1, unit: 'year' },
  metrics: { m: 'm__1 year ago' },
}
const series = { ds: 'time', m: 'int' } as const

function join(main: Frame, shifted: Frame, offset: TimeOffset = yearAgo) {
  const joined = joinTimeOffset(main, shifted, offset)
  if (!joined.ok) throw new Error(joined.error.message)
  return joined.value
}

describe('joinTimeOffset', () => {
  it('adds the earlier value to each row, null if there was none', () => {
    const main = frame(series, [
      [day('2021-01-01'), 1],
      [day('2021-01-02'), 2],
    ])
    const joined = join(
      main,
      frame(series, [
        [day('2020-01-02'), 20],
        [day('2020-01-03'), 30],
      ]),
    )
    expect(rowsOf(joined)).toEqual([
      [day('2021-01-01'), 1, null],
      [day('2021-01-02'), 2, 20],
    ])
    expect(joined.columns.map(({ name, type }) => [name, type])).toEqual([
      ['ds', 'time'],
      ['m', 'int'],
      ['m__1 year ago', 'float'],
    ])
  })

  it('repeats a row that matches two days (29 February)', () => {
    const main = frame(series, [
      [day('2021-02-27'), 1],
      [day('2021-02-28'), 2],
      [day('2021-03-01'), 3],
    ])
    const shifted = frame(series, [
      [day('2020-02-27'), 10],
      [day('2020-02-28'), 20],
      [day('2020-02-29'), 30],
      [day('2020-03-01'), 40],
    ])
    expect(rowsOf(join(main, shifted)).map(([, , value]) => value)).toEqual([10, 20, 30, 40])
    expect(rowsOf(join(main, shifted)).map(([, value]) => value)).toEqual([1, 2, 2, 3])
  })

  it('matches dimensions too, missing ones among them', () => {
    const types = { ds: 'time', name: 'object', m: 'int' } as const
    const main = frame(types, [
      [day('2021-01-01'), null, 1],
      [day('2021-01-01'), '1', 2],
      [day('2021-01-01'), 1, 3],
    ])
    const shifted = frame(types, [
      [day('2020-01-01'), 1, 30],
      [day('2020-01-01'), null, 10],
      [day('2020-01-01'), '1', 20],
    ])
    const joined = join(main, shifted, { ...yearAgo, keys: ['ds', 'name'] })
    expect(rowsOf(joined).map((row) => row[3])).toEqual([10, 20, 30])
  })

  it('adds empty number columns if the other range has no rows', () => {
    const joined = join(frame(series, [[day('2021-01-01'), 1]]), frame(series, []))
    expect(joined.columns.at(-1)).toEqual({ name: 'm__1 year ago', type: 'float', values: [null] })
  })

  it('requires a time column', () => {
    const text = frame({ ds: 'text', m: 'int' }, [['2021', 1]])
    expect(joinTimeOffset(text, text, yearAgo)).toEqual({
      ok: false,
      error: { message: 'A time column must be specified when using a Time Comparison.' },
    })
  })
})
