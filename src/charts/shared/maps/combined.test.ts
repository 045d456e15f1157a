import { expect, it } from 'vitest'
import { pointsInCell } from '../../../model/query/pointCells.ts'
import { answer } from '../../testing/drawInput.ts'
import { cellFilters, radiiOfCells, readCombined } from './combined.ts'

const rows = answer({
  lon: [0, [10.25, 10.75, 12.25]],
  lat: [0, [50.25, 50.25, 51.75]],
  [pointsInCell]: [0, [100, 25, 1]],
})
const places = new Float64Array([10.25, 50.25, 10.75, 50.25, 12.25, 51.75])

it('reads the points of cells and their side', () => {
  expect(readCombined(rows, places)).toEqual({ counts: [100, 25, 1], points: 126, side: 0.5 })
})

it('one cell has no side', () => {
  const one = answer({ lon: [0, [10]], lat: [0, [50]], [pointsInCell]: [0, [7]] })
  expect(readCombined(one, new Float64Array([10, 50]))).toEqual({ counts: [7], points: 7, side: undefined })
})

it('points are not combined', () => {
  expect(readCombined(answer({ lon: [0, [10]] }), places)).toBeUndefined()
  expect(readCombined(undefined, places)).toBeUndefined()
})

it('circles are as wide as cells at most, and their areas grow with the points', () => {
  const [most, quarter, least] = radiiOfCells(readCombined(rows, places)!)
  expect(most).toBeCloseTo((111_320 * 0.5) / 2)
  expect(quarter! / most!).toBeCloseTo(0.5)
  expect(least! / most!).toBeCloseTo(0.3)
})

it('a cell selects its rows', () => {
  expect(cellFilters(['lon', 'lat'], [10.25, -50.75], 0.5)).toEqual([
    { col: 'lon', op: '>=', val: 10 },
    { col: 'lon', op: '<', val: 10.5 },
    { col: 'lat', op: '>=', val: -51 },
    { col: 'lat', op: '<', val: -50.5 },
  ])
})
