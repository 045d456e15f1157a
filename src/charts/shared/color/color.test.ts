import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type ColorVector,
  checkColorVector,
  type DashboardColorVector,
  isOurs,
} from '../../../../conformance/vectors/colors.ts'
import { chartTheme } from '../theme.ts'
import { categoricalChoices } from './categoricalNames.ts'
import { channels, contrast } from './contrast.ts'
import { categoricalColor, categoricalColors, visibleOnDark } from './index.ts'
import { readableText } from './readable.ts'
import { colorScale } from './scale.ts'
import { sequentialChoices, sequentialColors, sequentialScale } from './sequential.ts'

const FOLDER = new URL('../../../../../shared/reference/vectors/', import.meta.url)
const isThere = existsSync(FOLDER)

describe.skipIf(!isThere && process.env.CI !== 'true').each(['colors.json', 'colors-newer.json'])(
  'vectors of %s',
  (file) => {
    const vectors: (ColorVector | DashboardColorVector)[] = isThere
      ? JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
      : []
    it.each(vectors.filter(isOurs).map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
      expect(checkColorVector(vector)).toBeNull()
    })
  },
)

describe('categoricalColor', () => {
  it('falls back to the default scheme', () => {
    for (const scheme of [undefined, null, '', 'nobody knows', 'constructor']) {
      expect(categoricalColor(scheme)('a')).toBe('#1FA8C9')
    }
  })
  it('has the colors of every scheme', () => {
    for (const [id] of categoricalChoices) {
      expect(categoricalColors(id).every((color) => /^#[0-9a-f]{6}$/i.test(color))).toBe(true)
    }
    expect(categoricalColors('sextant')).toHaveLength(10)
    expect(categoricalColors('supersetColors')).toHaveLength(20)
  })
})

it('does not give a new label a color that another label already has in another chart', () => {
  const shared = new Map<string, string>()
  colorScale(categoricalColors('sextant'), {}, shared)('ppm')
  const second = colorScale(categoricalColors('sextant'), {}, shared)
  const colors = ['ppm', 'adjusted', 'third'].map(second)
  expect(colors[0]).toBe(categoricalColors('sextant')[0])
  expect(new Set(colors).size).toBe(3)
})

it('not even if the new label is requested first', () => {
  const shared = new Map<string, string>()
  colorScale(categoricalColors('sextant'), {}, shared)('ppm')
  const color = colorScale(categoricalColors('sextant'), {}, shared, ['month', 'adjusted', 'ppm'])
  expect(color('adjusted')).not.toBe(color('ppm'))
})

it('distinguishes labels of one chart that have the same color in other charts', () => {
  const [blue, amber] = categoricalColors('sextant')
  const shared = new Map([
    ['a', amber!],
    ['b', amber!],
    ['c', blue!],
  ])
  const color = colorScale(categoricalColors('sextant'), {}, shared, ['a', 'b', 'c'])
  const colors = ['a', 'b', 'c'].map(color)
  expect([colors[0], colors[2]]).toEqual([amber, blue])
  expect(new Set(colors).size).toBe(3)
  expect(['a', 'b', 'c'].map(color)).toEqual(colors)
  // the others keep their color
  expect(shared.get('b')).toBe(amber)
})

describe('sequentialColors', () => {
  it('begins and ends with the end colors of the scheme', () => {
    const colors = sequentialColors('schemeBlues', 5)
    expect(colors).toHaveLength(5)
    expect(colors[0]).toBe('rgb(181, 212, 233)')
    expect(colors[4]).toBe('rgb(8, 48, 107)')
  })
  it('returns a single color', () => expect(sequentialColors('dark_blue', 1)).toEqual(['rgb(235, 245, 248)']))
  it('clamps', () => {
    const scale = sequentialScale('white_black', [10, 20])
    expect([scale(-5), scale(10), scale(20), scale(99)]).toEqual([
      'rgb(255, 255, 255)',
      'rgb(255, 255, 255)',
      'rgb(0, 0, 0)',
      'rgb(0, 0, 0)',
    ])
  })
  it('has the colors of every scheme', () => {
    expect(sequentialChoices).toHaveLength(57)
    for (const { id } of sequentialChoices) {
      expect(sequentialColors(id, 3).every((color) => /^rgb\(\d+, \d+, \d+\)$/.test(color))).toBe(true)
    }
  })
})

it.each(['light', 'dark'] as const)(
  "the product's own diverging scheme is nearest to the ground in its middle, %s",
  (mode) => {
    const ground = channels(chartTheme(mode).surface)!
    const [low, middle, high] = sequentialColors('sextant_div', 3, mode).map((color) =>
      contrast(channels(color)!, ground),
    )
    expect(middle).toBeLessThan(1.5)
    expect(Math.min(low!, high!)).toBeGreaterThan(5)
  },
)

describe('visibleOnDark', () => {
  const { surface } = chartTheme('dark')
  it.each([
    ['#070061', '#4c478d'],
    ['#fff', '#fff'],
    ['#0054B4', '#0054B4'],
    ['navy', 'navy'],
    ['hsl(240 100% 20%)', 'hsl(240 100% 20%)'],
  ])('draws %s as %s', (color, drawn) => expect(visibleOnDark(color, surface)).toBe(drawn))

  it('makes every color of every scheme visible, and keeps those of one scheme distinct', () => {
    for (const [id] of categoricalChoices) {
      const colors = [...new Set(categoricalColors(id))]
      const drawn = colors.map((color) => visibleOnDark(color, surface))
      // already visible after one pass: a second one changes nothing
      expect(drawn.map((color) => visibleOnDark(color, surface))).toEqual(drawn)
      expect(new Set(drawn).size).toBe(colors.length)
    }
  })
})

describe('readableText', () => {
  it('has a contrast of 4.5 or more on every color of every scheme', () => {
    const fills = [
      ...categoricalChoices.flatMap(([id]) => categoricalColors(id)),
      ...sequentialChoices.flatMap(({ id }) => [...sequentialColors(id, 20), ...sequentialColors(id, 20, 'dark')]),
    ]
    const weak = fills.filter((fill) => contrast(channels(readableText(fill))!, channels(fill)!) < 4.5)
    expect(weak).toEqual([])
  })
})

describe('the color-blind safe scheme', () => {
  /** Linear RGB of a color as seen without one type of cones (Viénot, Brettel and Mollon 1999). */
  const simulations = {
    protanopia: [
      [0.11238, 0.88762, 0],
      [0.11238, 0.88762, 0],
      [0.00401, -0.00401, 1],
    ],
    deuteranopia: [
      [0.29275, 0.70725, 0],
      [0.29275, 0.70725, 0],
      [-0.02234, 0.02234, 1],
    ],
  }
  const linear = (color: string) =>
    channels(color)!.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
  const lab = ([r = 0, g = 0, b = 0]: number[]) => {
    const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
  const least = (scheme: string, matrix: number[][]) => {
    const seen = categoricalColors(scheme)
      .slice(0, 8)
      .map((color) => lab(matrix.map((row) => row.reduce((sum, part, at) => sum + part * linear(color)[at]!, 0))))
    return Math.min(
      ...seen.flatMap((one, at) => seen.slice(at + 1).map((other) => Math.hypot(...one.map((v, i) => v - other[i]!)))),
    )
  }
  it.each(Object.entries(simulations))('stays distinct with %s, unlike the others', (_name, matrix) => {
    expect(least('colorBlindSafe', matrix)).toBeGreaterThan(10)
    expect(least('d3Category10', matrix)).toBeLessThan(10)
  })
})
