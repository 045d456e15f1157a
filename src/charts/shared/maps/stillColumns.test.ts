import { describe, expect, it } from 'vitest'
import { markupOf } from '../svg/tree.ts'
import type { Line } from './shapes.ts'
import { type Column, stillColumns } from './stillColumns.ts'
import { tiltOf } from './tilt.ts'
import { placesIn } from './viewport.ts'

const size = { width: 400, height: 400 }
const ground = (pitch: number) => {
  const view = { longitude: 0, latitude: 0, zoom: 5, pitch, bearing: 0 }
  const [flat, tilt] = [placesIn(view, size), tiltOf(view, size)]
  return { view, place: (point: readonly [number, number], up?: number) => tilt(flat(point), up) }
}
const square = (west: number, south: number): Line => [
  [west, south],
  [west + 1, south],
  [west + 1, south + 1],
  [west, south + 1],
]
const column = (area: Line, more: Partial<Column> = {}): Column => ({
  area: [area],
  height: 200_000,
  color: [100, 200, 40, 255],
  ...more,
})
const fills = (columns: Column[], pitch = 45) =>
  [...markupOf(stillColumns(columns, ground(pitch))).matchAll(/ fill="rgb\(([^)]+)\)"/g)].map(([, color]) => color)

describe('a column', () => {
  it('has a darker wall towards the reader, and a top in its color', () => {
    const [wall, top] = fills([column(square(-0.5, -0.5))])
    expect(top).toBe('100,200,40')
    // 0.5 + 0.57 * 2 / √21
    expect(wall).toBe('75,150,30')
  })
  it('has the same walls if its outline turns the other way', () =>
    expect(fills([column(square(-0.5, -0.5).toReversed())])).toEqual(fills([column(square(-0.5, -0.5))])))
  it('shows a wall at its side if it is beside the middle', () =>
    expect(fills([column(square(3, -0.5))])).toHaveLength(3))
  it('is behind a column that is nearer', () => {
    const far = column(square(-0.5, 2), { color: [1, 1, 1, 255] })
    expect(fills([column(square(-0.5, 0)), far]).indexOf('1,1,1')).toBe(0)
  })
  it('rises above its base', () => {
    const ys = (height: number) =>
      [...markupOf(stillColumns([column(square(-0.5, -0.5), { height })], ground(45))).matchAll(/,([\d.]+)[LZ]/g)].map(
        ([, y]) => Number(y),
      )
    expect(Math.min(...ys(200_000))).toBeLessThan(Math.min(...ys(1000)) - 20)
  })
})
