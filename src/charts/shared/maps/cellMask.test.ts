import { describe, expect, it } from 'vitest'
import type { QueryFilter } from '../../../model/query/queryObject.ts'
import { clearedMask } from '../crossFilter.ts'
import { cellMask, toggledMask } from './cellMask.ts'
import { type Cell, hexagonCells, joinedCells, squareCells } from './cells.ts'

/** Places in a box of 10 by 10 degrees, at a latitude up to 80. */
const places = Array.from({ length: 500 }, (_, at): [number, number] => [
  ((at * 7919) % 1000) / 100,
  70 + ((at * 6101) % 1000) / 100,
])
const points = { positions: Float64Array.from(places.flat()), weights: new Float64Array(places.length).fill(1) }

function isIn([x, y]: [number, number], filters: QueryFilter[]): boolean {
  return filters.every(({ col, op, val }) => {
    const value = col === 'x' ? x : y
    return op === '>=' ? value >= Number(val) : value < Number(val)
  })
}
const rowsOf = (cell: Cell) => {
  const { filters = [] } = cellMask(['x', 'y'], cell).extraFormData ?? {}
  return places.filter((place) => isIn(place, filters)).length
}

describe('a cell', () => {
  it('that is a square selects its points, and no others', () => {
    const cells = squareCells(points, 0.004, 'sum')
    expect(cells.length).toBeGreaterThan(20)
    expect(cells.map(rowsOf)).toEqual(cells.map(({ count }) => count))
  })

  it('that is a hexagon selects the points in the box around it', () => {
    for (const cell of hexagonCells(points, 0.004, 'sum')) expect(rowsOf(cell)).toBeGreaterThanOrEqual(cell.count)
  })

  it('that combines cells of the database contains each of them completely, and selects their points', () => {
    const middles = places.map(([x, y]) => [Math.floor(x * 4) / 4 + 0.125, Math.floor(y * 4) / 4 + 0.125])
    const inCells = { ...points, positions: Float64Array.from(middles.flat()) }
    const cells = joinedCells(inCells, 1.1, 0.25)
    expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(places.length)
    // the multiple of 0.25 that is closest to 1.1
    expect(cells.map(({ outline: [west, east] }) => Number((east![0] - west![0]).toFixed(6)))).toEqual(
      cells.map(() => 1),
    )
    expect(cells.map(rowsOf)).toEqual(cells.map(({ count }) => count))
  })

  it('is no smaller than a cell of the database', () => {
    const inCell = { ...points, positions: Float64Array.from(places.flatMap(() => [0.1, 50.1])) }
    const [cell] = joinedCells({ ...inCell, counts: new Float64Array(places.length).fill(2) }, 0.001, 0.2)
    expect([cell!.count, cell!.value, cell!.outline[0]]).toEqual([1000, 500, [0, 50]])
  })

  it('removes its filter on the second click', () => {
    const [one, other] = squareCells(points, 0.004, 'sum').map((cell) => cellMask(['x', 'y'], cell))
    expect(toggledMask(one!, undefined)).toBe(one)
    expect(toggledMask(one!, other!.filterState)).toBe(one)
    expect(toggledMask(one!, one!.filterState)).toBe(clearedMask)
  })
})
