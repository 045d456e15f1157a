import { describe, expect, it } from 'vitest'
import { startViewport } from '../shared/maps/viewport.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { drawStill } from '../testing/drawStill.ts'
import { openSaved } from '../testing/parts.ts'
import type { DeckHeatmapForm } from './query.ts'
import { still } from './still.ts'
import { heatColors, heatLayer } from './surface.ts'

const rows = answer({ x: [0, [10, 20]], y: [0, [50, 50]], m: [0, [4, 1]] })
const input = (form: Record<string, unknown> = {}) =>
  drawInput(
    openSaved({
      viz_type: 'deck_heatmap',
      spatial: { type: 'latlong', lonCol: 'x', latCol: 'y' },
      size: 'm',
      ...form,
    })!.formData as DeckHeatmapForm,
    [rows],
  )

describe('colors', () => {
  it('go from transparent and light to dark', () => {
    const colorOf = heatColors(input().formData, 'light')
    expect(colorOf(0)).toEqual([255, 255, 178, 0])
    expect(colorOf(1)).toEqual([189, 0, 38, 217])
  })
  it('are those of the scheme, in reverse', () =>
    expect(heatColors(input({ linear_color_scheme: 'white_black' }).formData, 'light')(1).slice(0, 3)).toEqual([
      255, 255, 255,
    ]))
  it.each([
    ['light', [238, 243, 228], [31, 52, 95]],
    ['dark', [26, 44, 63], [230, 242, 214]],
  ] as const)("of the product's own scheme are near the ground at low densities (%s)", (mode, low, high) => {
    const colorOf = heatColors(input({ linear_color_scheme: 'sextant_seq' }).formData, mode)
    expect([colorOf(0), colorOf(1)].map((color) => color.slice(0, 3))).toEqual([low, high])
  })
})

describe('the layer', () => {
  const size = { width: 300, height: 150 }
  const view = { ...startViewport, longitude: 15, latitude: 50, zoom: 4 }
  const layerAt = (more: object = {}) => {
    const { props } = heatLayer(readWeightedPoints(input()), input().formData, 'light')({ ...view, ...more }, size)
    return props as { image: { width: number; height: number; data: Uint8ClampedArray }; bounds: number[] }
  }
  it('covers what the map shows', () => {
    const { image, bounds } = layerAt()
    expect([image.width, image.height, image.data.length]).toEqual([100, 50, 20_000])
    expect([(bounds[0]! + bounds[2]!) / 2, bounds[2]! - bounds[0]!]).toEqual([15, (300 / (512 * 16)) * 360])
    expect(bounds[1]!).toBeLessThan(50)
    expect(bounds[3]!).toBeGreaterThan(50)
  })
  it('has its darkest color at the place with the highest weight', () => {
    const { image } = layerAt()
    const pixelAt = (x: number) => {
      const at = (Math.floor(image.height / 2) * image.width + Math.floor((x / 300) * image.width)) * 4
      return Array.from(image.data.slice(at, at + 4))
    }
    // 5 degrees are 114 px
    expect(pixelAt(150 - 114)).toEqual([189, 0, 38, 217])
    expect(pixelAt(150)[3]).toBe(0)
  })
  it('is larger if the map is tilted', () => expect(layerAt({ pitch: 30 }).image.width).toBe(200))
})

it('the picture of the server has the surface', () => {
  const svg = drawStill(still, input())
  expect(svg).toContain('fill="rgb(189,0,38)"')
  expect(svg).not.toMatch(/NaN|undefined/)
  expect(drawStill(still, input({ spatial: null }))).toMatch(/needs the columns/)
  expect(drawStill(still, input({ spatial: { type: 'latlong', lonCol: 'gone', latCol: 'y' } }))).toMatch(/No row has/)
})
