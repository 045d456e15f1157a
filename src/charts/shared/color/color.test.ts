import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { categoricalChoices, categoricalColor, categoricalColors, contrastingText } from './index.ts'
import { colorScale, type LabelColors } from './scale.ts'
import { sequentialChoices, sequentialColors, sequentialScale } from './sequential.ts'

type Asked = [label: unknown, color: string][]
interface ColorVector {
  id: string
  kind: 'categorical' | 'namespace' | 'contrasting'
  colors: string[]
  label_colors: LabelColors
  forced: [label: string, color: string][]
  asked: Asked
  asked_again: Asked
  color: string
  threshold: number
  out: string | { error: string }
}
interface DashboardVector {
  id: string
  source: 'Dashboard' | 'Explore'
  avoid_collision: boolean
  analogous: boolean
  label_colors: LabelColors
  charts: { colors: string[]; asked: Asked }[]
}

const FOLDER = new URL('../../../../../shared/reference/vectors/', import.meta.url)
const isThere = existsSync(FOLDER)
const read = <V>(file: string): V[] => (isThere ? JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) : [])
const label = (value: unknown): unknown => (typeof value === 'object' && value !== null ? undefined : value)
const cases = <V extends { id: string }>(vectors: V[]) => vectors.map((vector) => [vector.id, vector] as const)

describe.skipIf(!isThere && process.env.CI !== 'true')('vectors of colours', () => {
  const vectors = read<ColorVector>('colors.json')

  // "namespace" is about an object of the original's own front end that we do not have
  it.each(cases(vectors.filter(({ kind }) => kind === 'categorical')))('%s', (_, vector) => {
    const scale = colorScale(vector.colors, { ...Object.fromEntries(vector.forced), ...vector.label_colors })
    for (const asked of [vector.asked, vector.asked_again]) {
      expect(asked.map(([value]) => [value, scale(label(value))])).toEqual(asked)
    }
  })

  // what is no colour is an error there; a label on it is still drawn here
  it.each(cases(vectors.filter(({ kind, out }) => kind === 'contrasting' && typeof out === 'string')))(
    '%s',
    (_, vector) => expect(contrastingText(vector.color, vector.threshold)).toBe(vector.out),
  )

  // avoiding collisions and mixing neighbouring colours are switches of later releases, off by default
  const plain = read<DashboardVector>('colors-newer.json').filter((each) => !each.avoid_collision && !each.analogous)
  it.each(cases(plain))('%s', (_, vector) => {
    const shared = vector.source === 'Dashboard' ? new Map<string, string>() : undefined
    for (const { colors, asked } of vector.charts) {
      const scale = colorScale(colors, vector.label_colors, shared)
      expect(asked.map(([value]) => [value, scale(label(value))])).toEqual(asked)
    }
  })
})

describe('categoricalColor', () => {
  it('falls back to the default scheme', () => {
    for (const scheme of [undefined, null, '', 'nobody knows', 'constructor']) {
      expect(categoricalColor(scheme)('a')).toBe('#1FA8C9')
    }
  })
  it('knows every scheme as colours', () => {
    for (const [id] of categoricalChoices) {
      expect(categoricalColors(id).every((color) => /^#[0-9a-f]{6}$/i.test(color))).toBe(true)
    }
    expect(categoricalColors('sextant')).toHaveLength(10)
    expect(categoricalColors('supersetColors')).toHaveLength(20)
  })
})

describe('sequentialColors', () => {
  it('begins and ends with the ends of the scheme', () => {
    const colors = sequentialColors('schemeBlues', 5)
    expect(colors).toHaveLength(5)
    expect(colors[0]).toBe('rgb(181, 212, 233)')
    expect(colors[4]).toBe('rgb(8, 48, 107)')
  })
  it('gives one colour', () => expect(sequentialColors('dark_blue', 1)).toEqual(['rgb(235, 245, 248)']))
  it('clamps', () => {
    const scale = sequentialScale('white_black', [10, 20])
    expect([scale(-5), scale(10), scale(20), scale(99)]).toEqual([
      'rgb(255, 255, 255)',
      'rgb(255, 255, 255)',
      'rgb(0, 0, 0)',
      'rgb(0, 0, 0)',
    ])
  })
  it('knows every scheme as colours', () => {
    expect(sequentialChoices).toHaveLength(55)
    for (const { id } of sequentialChoices) {
      expect(sequentialColors(id, 3).every((color) => /^rgb\(\d+, \d+, \d+\)$/.test(color))).toBe(true)
    }
  })
})
