import { describe, expect, it } from 'vitest'
import { heatRaster } from './heatRaster.ts'
import { startViewport, worldPixels } from './viewport.ts'

const size = { width: 300, height: 150 }
const view = { ...startViewport, longitude: 0, latitude: 0, zoom: 4 }
/** degrees per px at the equator */
const degrees = 360 / worldPixels(view.zoom)
const options = { radius: 30, intensity: 1, isMean: false }

/** Points by their distance from the center of the picture in px. */
const points = (...places: [x: number, weight: number][]) => ({
  positions: Float64Array.from(places.flatMap(([x]) => [x * degrees, 0])),
  weights: Float64Array.from(places.map(([, weight]) => weight)),
})
const valueAt = ({ columns, step, values }: ReturnType<typeof heatRaster>, x: number) =>
  values[Math.floor(size.height / 2 / step) * columns + Math.floor((size.width / 2 + x) / step)]!

describe('densities', () => {
  it('are largest at the point with the highest weight, and fall to almost nothing at the radius', () => {
    const raster = heatRaster(points([0, 4]), view, size, options)
    expect([raster.columns, raster.rows]).toEqual([100, 50])
    expect(valueAt(raster, 0)).toBe(1)
    expect(valueAt(raster, 15)).toBeGreaterThan(0.2)
    expect(valueAt(raster, 29)).toBeLessThan(0.03)
    expect(valueAt(raster, 40)).toBe(0)
  })
  it('of a point with less weight are a fraction of it', () => {
    const raster = heatRaster(points([-100, 4], [100, 1]), view, size, options)
    expect([valueAt(raster, -100), valueAt(raster, 100)].map((value) => Number(value.toFixed(2)))).toEqual([1, 0.25])
  })
  it('are the mean of the weights instead of their sum', () => {
    const two = points([-100, 1], [-100, 3], [100, 1])
    expect(valueAt(heatRaster(two, view, size, { ...options, isMean: true }), 100)).toBeCloseTo(0.5)
    expect(valueAt(heatRaster(two, view, size, options), 100)).toBeCloseTo(0.25)
  })
  it('are multiplied by the intensity, up to 1', () => {
    const raster = heatRaster(points([-100, 4], [100, 1]), view, size, { ...options, intensity: 2 })
    expect([valueAt(raster, -100), valueAt(raster, 100)]).toEqual([1, 0.5])
  })
  it('of a mean are not higher beside the points than at the largest one', () => {
    const raster = heatRaster(points([0, 4], [9, 1], [12, 1]), view, size, { ...options, isMean: true })
    expect(valueAt(raster, -15)).toBeLessThan(valueAt(raster, 0))
  })
  it('of a mean end in a circle, not in the square of the kernel', () => {
    const { columns, step, values } = heatRaster(points([0, 1]), view, size, { ...options, isMean: true })
    const at = (x: number, y: number) =>
      values[Math.floor((size.height / 2 + y) / step) * columns + Math.floor((size.width / 2 + x) / step)]!
    expect(at(0, 0)).toBe(1)
    expect([at(32, 0), at(0, 32)]).toEqual([0, 0])
  })
  it('of weights near the largest number are those of small ones', () => {
    const raster = heatRaster(points([-100, 1e308], [100, 5e307]), view, size, options)
    expect([valueAt(raster, -100), valueAt(raster, 100)]).toEqual([1, 0.5])
  })
  it('include points beyond the edge', () =>
    expect(valueAt(heatRaster(points([-155, 1]), view, size, options), -149)).toBeGreaterThan(0.5))
  it('are 0 without points, and with negative weights', () => {
    expect(heatRaster(points(), view, size, options).values.every((value) => value === 0)).toBe(true)
    expect(heatRaster(points([0, -3]), view, size, options).values.every((value) => value === 0)).toBe(true)
  })
})
