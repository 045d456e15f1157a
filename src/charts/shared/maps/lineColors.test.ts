import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { examples as arcs } from '../../deckArc/example.ts'
import { examples as contours } from '../../deckContour/example.ts'
import { examples as multi } from '../../deckMulti/example.ts'
import { examples as paths } from '../../deckPath/example.ts'
import { openSaved } from '../../testing/parts.ts'
import { contrast } from '../color/contrast.ts'
import type { Rgba } from '../fields.ts'
import { chartTheme } from '../theme.ts'
import { colorList } from './deck/rgba.ts'

/** Lines are thin: their colors differ clearly from the land of both themes. */

type Named = [name: string, color: Rgba]

const isColor = (value: unknown): value is Rgba =>
  typeof value === 'object' && value !== null && 'r' in value && 'a' in value

/** The colors of lines in form data, at any depth. */
function colorsIn(value: unknown, name: string): Named[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]): Named[] =>
    isColor(each)
      ? /^(color|(target_|stroke_)?color_picker)$/.test(key)
        ? [[`${name} ${key}`, each]]
        : []
      : colorsIn(each, name),
  )
}

/** degrees around the color circle */
function hueOf(r: number, g: number, b: number): number {
  const most = Math.max(r, g, b)
  const range = most - Math.min(r, g, b) || 1
  const sixth = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range
  return (60 * sixth + 360) % 360
}

const folder = resolve(import.meta.dirname, '../../../../examples/maps/charts')
const types = new Set(['deck_arc', 'deck_path', 'deck_contour', 'deck_geojson'])
const saved = readdirSync(folder).flatMap((file) => {
  const { params } = parse(readFileSync(resolve(folder, file), 'utf8')) as { params: { viz_type: string } }
  return types.has(params.viz_type) ? colorsIn(params, file) : []
})
const shown = [...arcs, ...contours, ...multi, ...paths].flatMap(({ caption, form }) => colorsIn(form, caption))
const defaults = ['deck_arc', 'deck_path'].flatMap((type) => colorsIn(openSaved({ viz_type: type })?.formData, type))

describe.each(['light', 'dark'] as const)('colors of lines on the %s map', (mode) => {
  it.each([...saved, ...shown, ...defaults])('%s', (_name, { r, g, b, a }) => {
    const land = colorList(chartTheme(mode).mapLand).slice(0, 3) as [number, number, number]
    const seen = [r, g, b].map((part, at) => part * a + land[at]! * (1 - a)) as [number, number, number]
    expect(contrast(seen, land)).toBeGreaterThanOrEqual(3)
  })
  it('are found', () => expect([saved.length, shown.length, defaults.length].every((count) => count > 2)).toBe(true))
})

describe('colors of lines in examples', () => {
  // a line in the color of links and buttons would look like something to click
  it.each([...saved, ...shown])('%s is not of the hue of the accent', (_name, { r, g, b }) => {
    const [red, green, blue] = colorList(chartTheme('light').accent)
    const difference = Math.abs(hueOf(r, g, b) - hueOf(red, green, blue))
    expect(Math.min(difference, 360 - difference)).toBeGreaterThan(20)
  })
})
