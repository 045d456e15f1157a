import { describe, expect, it } from 'vitest'
import { arcSwatch } from '../deckArc/arcs.ts'
import type { DeckHeatmapForm } from '../deckHeatmap/query.ts'
import { heatSwatch } from '../deckHeatmap/surface.ts'
import { pathSwatch } from '../deckPath/paths.ts'
import { pointSwatch } from '../deckScatter/points.ts'
import { areaSwatch, type Swatch } from '../shared/maps/swatch.ts'
import { openSaved } from '../testing/parts.ts'
import { legendSwatch } from './swatch.ts'

const red = { r: 255, g: 0, b: 0, a: 1 }
const blue = { r: 0, g: 0, b: 255, a: 0.5 }
const clear = { r: 0, g: 0, b: 0, a: 0 }
const swatches: Record<string, (form: never) => Swatch | undefined> = {
  deck_arc: arcSwatch,
  deck_path: pathSwatch,
  deck_scatter: pointSwatch,
  deck_geojson: areaSwatch,
  deck_polygon: areaSwatch,
  deck_heatmap: (form: DeckHeatmapForm) => heatSwatch(form, 'light'),
}
const swatchOf = (type: string, form: Record<string, unknown>) =>
  swatches[type]?.(openSaved({ viz_type: type, ...form })!.formData as never)

describe('the swatch of a layer', () => {
  it('of arcs is a line from the color of their starts to that of their ends', () =>
    expect(swatchOf('deck_arc', { color_picker: red, target_color_picker: blue })).toEqual({
      kind: 'line',
      colors: ['rgba(255,0,0,1)', 'rgba(0,0,255,0.5)'],
    }))
  it('of lines is a line, and that of circles a dot', () => {
    expect(swatchOf('deck_path', { color_picker: red })).toEqual({ kind: 'line', colors: ['rgba(255,0,0,1)'] })
    expect(swatchOf('deck_scatter', { color_picker: red })).toEqual({ kind: 'dots', colors: ['rgba(255,0,0,1)'] })
  })
  it('of shapes has the color of areas, or that of lines if areas are not filled', () => {
    const picked = { fill_color_picker: red, stroke_color_picker: blue }
    expect(swatchOf('deck_geojson', picked)).toEqual({ kind: 'dots', colors: ['rgba(255,0,0,1)'] })
    const line = { kind: 'line', colors: ['rgba(0,0,255,0.5)'] }
    expect(swatchOf('deck_geojson', { ...picked, filled: false })).toEqual(line)
    expect(swatchOf('deck_geojson', { ...picked, fill_color_picker: clear })).toEqual(line)
  })
  it('of a density is the scheme, from low to high', () => {
    const { kind, colors } = swatchOf('deck_heatmap', { linear_color_scheme: 'schemeBlues' })!
    expect([kind, colors.length]).toEqual(['ramp', 5])
    expect(new Set(colors).size).toBe(5)
  })
  it('is missing if the data sets the colors', () => {
    expect(swatchOf('deck_geojson', { fill_color_picker: clear, stroke_color_picker: clear })).toBeUndefined()
    expect(swatchOf('deck_scatter', { dimension: 'd' })).toBeUndefined()
    expect(swatchOf('deck_polygon', { metric: 'm' })).toBeUndefined()
    expect(swatchOf('deck_polygon', { fill_color_picker: red })).toEqual({ kind: 'dots', colors: ['rgba(255,0,0,1)'] })
  })
})

describe('the colors of a legend in one row', () => {
  const entries = [...'abcdefgh'].map((label) => ({ label, color: `#${label}` }))
  it('are the dots of the first categories', () =>
    expect(legendSwatch(entries)).toEqual({ kind: 'dots', colors: ['#a', '#b', '#c', '#d', '#e', '#f'] }))
  it('are a ramp of all steps', () =>
    expect(legendSwatch([...entries, { color: 'gray', isApart: true }], true)).toEqual({
      kind: 'ramp',
      colors: entries.map(({ color }) => color),
    }))
})
