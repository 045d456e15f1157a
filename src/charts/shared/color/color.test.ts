import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type ColorVector,
  checkColorVector,
  type DashboardColorVector,
  isOurs,
} from '../../../../conformance/vectors/colors.ts'
import { chartTheme } from '../theme.ts'
import { categoricalChoices, categoricalColor, categoricalColors, visibleOnDark } from './index.ts'
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

it('does not give a new label a color that another label has from another chart', () => {
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
  // others keep their color
  expect(shared.get('b')).toBe(amber)
})

describe('sequentialColors', () => {
  it('begins and ends with the end colors of the scheme', () => {
    const colors = sequentialColors('schemeBlues', 5)
    expect(colors).toHaveLength(5)
    expect(colors[0]).toBe('rgb(181, 212, 233)')
    expect(colors[4]).toBe('rgb(8, 48, 107)')
  })
  it('returns one color', () => expect(sequentialColors('dark_blue', 1)).toEqual(['rgb(235, 245, 248)']))
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
    expect(sequentialChoices).toHaveLength(55)
    for (const { id } of sequentialChoices) {
      expect(sequentialColors(id, 3).every((color) => /^rgb\(\d+, \d+, \d+\)$/.test(color))).toBe(true)
    }
  })
})

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
      // drawn once and visible: nothing is left to lighten
      expect(drawn.map((color) => visibleOnDark(color, surface))).toEqual(drawn)
      expect(new Set(drawn).size).toBe(colors.length)
    }
  })
})
