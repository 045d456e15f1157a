import { describe, expect, it } from 'vitest'
import { timeTableWidths } from './layout.ts'
import { readTimeColumn } from './timeColumn.ts'

const columns = [{ colType: 'spark', width: 260 }, { colType: 'time' }, { colType: 'avg' }].map(
  (saved, at) => readTimeColumn(saved, at)!,
)
const widths = (available: number) => timeTableWidths({ available, columns, name: 40, texts: [0, 60, 100] })

describe('widths of a table with lines', () => {
  it('are those of the columns if there is room', () => {
    expect(widths(1000)).toEqual({ name: 280, pad: 12, lines: [260, undefined, undefined] })
  })

  it('leave room for all numbers as long as lines are readable', () => {
    // 40 + 24 for the name, 60 + 24 and 100 + 24 for the numbers, 24 for the padding of the line
    expect(widths(440).lines[0]).toBe(440 - 64 - 84 - 124 - 24)
  })

  it('leave room for the first number, and for the fading edge, if the table scrolls', () => {
    expect(widths(300).lines[0]).toBe(Math.floor(300 * 0.45 - 16))
    expect(widths(200).lines[0]).toBe(48)
    expect(widths(240).lines[0]).toBe(240 - 60 - 76 - 28 - 16)
  })

  it('limit names in a narrow table', () => {
    expect(widths(200)).toMatchObject({ name: 90, pad: 8 })
  })
})
