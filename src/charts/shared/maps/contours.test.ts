import { describe, expect, it } from 'vitest'
import type { Cell } from './cells.ts'
import { contourBands, contourLines, latticeOf } from './contours.ts'
import { heightOf } from './viewport.ts'

const side = 0.01
const cell = (column: number, row: number, value: number): Cell => ({
  x: (column + 0.5) * side,
  y: (row + 0.5) * side,
  outline: [],
  value,
  count: 1,
})
/** Positions in units of a square's side, relative to the center of square (0, 0). */
const places = (lines: [number, number][][]) =>
  lines.map((line) =>
    line.map(([x, y]) => [x / 360 / side - 0.5, heightOf(y) / side - 0.5].map((at) => Math.round(at * 100) / 100 + 0)),
  )

describe('lines', () => {
  it('are around a cell, where the value is between the cell and the empty cells around it', () => {
    const found = places(contourLines(latticeOf([cell(0, 0, 10)], side), 5)).flat()
    expect(found).toHaveLength(8)
    for (const [x = 0, y = 0] of found) expect(Math.abs(x) + Math.abs(y)).toBeCloseTo(0.5)
  })
  it('are around a cell that just reaches the threshold', () => {
    const found = places(contourLines(latticeOf([cell(0, 0, 1)], side), 1)).flat()
    expect(found).toHaveLength(8)
    for (const [x = 0, y = 0] of found) expect(Math.abs(x) + Math.abs(y)).toBeCloseTo(0.25)
    expect(contourBands(latticeOf([cell(0, 0, 1)], side), 1, 10)).toHaveLength(4)
  })
  it('do not exist above the largest value', () =>
    expect(contourLines(latticeOf([cell(0, 0, 10)], side), 11)).toEqual([]))
  it('connect the corners of a saddle whose center is above, and separate them otherwise', () => {
    const saddle = [cell(0, 0, 10), cell(1, 1, 10)]
    const inMiddle = (threshold: number) =>
      places(contourLines(latticeOf(saddle, side), threshold)).filter((line) =>
        line.every(([x = 0, y = 0]) => x >= 0 && x <= 1 && y >= 0 && y <= 1),
      )
    expect(inMiddle(4)).toHaveLength(2)
    // the center is 5: above that value, each corner has a separate line
    const around = inMiddle(8).map((line) => line.map(([x = 0, y = 0]) => x + y))
    expect(around.every(([one = 0, other = 0]) => (one < 1 && other < 1) || (one > 1 && other > 1))).toBe(true)
  })
})

describe('bands', () => {
  it('have the area between their thresholds', () => {
    const area = (ring: number[][]) =>
      Math.abs(
        ring.reduce((sum, [x = 0, y = 0], at) => {
          const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length]!
          return sum + (x * nextY - nextX * y) / 2
        }, 0),
      )
    const cells = [0, 1, 2].flatMap((column) => [0, 1].map((row) => cell(column, row, column * 10)))
    // between the columns with 0 and 20, in the row of quads between both rows
    const within = places(contourBands(latticeOf(cells, side), 5, 15)).filter((ring) =>
      ring.every(([x = 0, y = 0]) => x >= 0 && x <= 2 && y >= 0 && y <= 1),
    )
    expect(within.reduce((sum, ring) => sum + area(ring), 0)).toBeCloseTo(1, 1)
  })
  it('do not exist outside of the values', () =>
    expect(contourBands(latticeOf([cell(0, 0, 10)], side), 11, 20)).toEqual([]))
})
