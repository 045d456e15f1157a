import { describe, expect, it } from 'vitest'
import { startViewport } from '../shared/maps/viewport.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { drawStill } from '../testing/drawStill.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import type { DeckScreengridForm } from './query.ts'
import { screenCells, screenGridLayer } from './screenCells.ts'
import { still } from './still.ts'

const saved = {
  viz_type: 'deck_screengrid',
  spatial: { type: 'latlong', lonCol: 'x', latCol: 'y' },
  size: 'm',
  color_picker: { r: 255, g: 0, b: 0, a: 1 },
}
const rows = answer({ x: [0, [1, 1.01, 60, null]], y: [0, [1, 1.01, 1, 1]], m: [0, [30, 10, 10, 99]] })
const input = (form: Record<string, unknown> = {}) =>
  drawInput(openSaved({ ...saved, ...form })!.formData as DeckScreengridForm, [rows])

it('the query groups by the place, the largest first', () => {
  const query = contextOfSaved({ formData: saved, datasource: noDatasource })!.queries[0]!
  expect([query.columns, query.metrics, query.orderby]).toEqual([['x', 'y'], ['m'], [['m', false]]])
})

describe('cells', () => {
  const points = readWeightedPoints(input())
  it('have sums of their points, and paler colors for less', () => {
    const { cells, colorOf } = screenCells(points, input().formData, 3)
    expect(cells.map(({ value, count }) => [value, count])).toEqual([
      [40, 2],
      [10, 1],
    ])
    expect(cells.map(colorOf)).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 64],
    ])
    expect(points.missing).toBe(1)
  })
  it('are smaller on the ground at a larger zoom', () => {
    const widthAt = (zoom: number) => {
      const [[west] = [0], [east] = [0]] = screenCells(points, input().formData, zoom).cells[0]!.outline
      return east - west
    }
    expect(widthAt(3) / widthAt(5)).toBeCloseTo(4)
    expect(screenCells(points, input().formData, 16).cells).toHaveLength(3)
  })
  it('are the same while the map moves, and others after a zoom', () => {
    const layer = screenGridLayer(points, input().formData)
    const size = { width: 100, height: 100 }
    const first = layer({ ...startViewport, zoom: 3 }, size)
    expect(layer({ ...startViewport, longitude: 50, zoom: 3.05 }, size)).toBe(first)
    expect(layer({ ...startViewport, zoom: 4 }, size)).not.toBe(first)
  })
})

it('the picture of the server has the cells', () => {
  const svg = drawStill(still, input())
  expect(svg.match(/fill="rgb\(255,0,0\)"/g)).toHaveLength(2)
  expect(svg).not.toMatch(/NaN|undefined/)
  expect(drawStill(still, input({ spatial: null }))).toMatch(/needs the columns/)
})
