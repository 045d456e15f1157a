import { expect, it } from 'vitest'
import { pointsInCell } from '../../../model/query/pointCells.ts'
import { answer } from '../../testing/drawInput.ts'
import { areaOfCell, cellFilters, radiiOfCells, readCombined } from './combined.ts'
import { pixelsOfMeter } from './viewport.ts'

const cellsOf = (columns: Parameters<typeof answer>[0], side = 0.5) => ({ ...answer(columns), cell_degrees: side })
const rows = cellsOf({
  lon: [0, [10.25, 10.75, 12.25]],
  lat: [0, [50.25, 50.25, 51.75]],
  [pointsInCell]: [0, [100, 25, 1]],
})

it('reads the points of cells and the side of the cells', () => {
  expect(readCombined(rows)).toEqual({ counts: [100, 25, 1], points: 126, side: 0.5 })
})

it('the side is that of the database, regardless of the distances between cells', () => {
  const cityAndOne = cellsOf({ lon: [0, [0.25, 13.25]], lat: [0, [0.25, 52.25]], [pointsInCell]: [0, [1, 20_000]] })
  expect(readCombined(cityAndOne)?.side).toBe(0.5)
})

it('points are not combined', () => {
  expect(readCombined(answer({ lon: [0, [10]] }))).toBeUndefined()
  expect(readCombined(undefined)).toBeUndefined()
})

it('circles are at most as wide as cells, and their areas grow with the number of points', () => {
  const onEquator = new Float64Array([0, 0, 1, 0, 2, 0])
  const [most, quarter, least] = radiiOfCells(readCombined(rows)!, onEquator)
  expect(most).toBeCloseTo((111_320 * 0.5) / 2)
  expect(quarter! / most!).toBeCloseTo(0.5)
  expect(least! / most!).toBeCloseTo(0.3)
})

it.each([0, -50, 70, 84, 89])('the largest circle is as wide as its cell at a latitude of %d', (latitude) => {
  const one = cellsOf({ lon: [0, [10, 10.5]], lat: [0, [latitude, latitude]], [pointsInCell]: [0, [7, 7]] })
  const at = new Float64Array([10, latitude, 10.5, latitude])
  const [radius] = radiiOfCells(readCombined(one)!, at)
  const shown = Math.min(85.051, Math.max(-85.051, latitude))
  const widthOfCell = (512 * 2 ** 5 * 0.5) / 360
  expect((2 * radius! * pixelsOfMeter(5, shown)) / widthOfCell).toBeCloseTo(1, 2)
})

it('a cell selects its rows', () => {
  expect(cellFilters(['lon', 'lat'], areaOfCell([10.25, -50.75], 0.5))).toEqual([
    { col: 'lon', op: '>=', val: 10 },
    { col: 'lon', op: '<', val: 10.5 },
    { col: 'lat', op: '>=', val: -51 },
    { col: 'lat', op: '<', val: -50.5 },
  ])
})

it('a cell at the edge of the map selects the places beyond it', () => {
  expect(cellFilters(['lon', 'lat'], [0, 84, 1, 85.06])).toEqual([
    { col: 'lon', op: '>=', val: 0 },
    { col: 'lon', op: '<', val: 1 },
    { col: 'lat', op: '>=', val: 84 },
  ])
})
