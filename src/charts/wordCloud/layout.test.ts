import { describe, expect, it } from 'vitest'
import { noteHeight } from '../shared/note.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { layOutWithNote, layOutWords, type PlacedWord, readWords } from './layout.ts'
import type { WordCloudForm } from './query.ts'

const input = (saved: Record<string, unknown>, rows: ReturnType<typeof answer>) =>
  drawInput(openSaved({ viz_type: 'word_cloud', series: 'w', metric: 'n', ...saved })!.formData as WordCloudForm, [
    rows,
  ])
const names = Array.from({ length: 120 }, (_, at) => `word ${(at * 7919).toString(36)}`)
const many = answer({ w: [1, names], n: [0, names.map((_, at) => 1000 / (at + 1))] })

describe('readWords', () => {
  it('sizes words by their values, from zero', () => {
    const rows = answer({ w: [1, ['half', 'all', 'none', null, 'empty']], n: [0, [50, 100, 0, 25, null]] })
    expect(readWords(input({ size_from: '10', size_to: '70' }, rows))).toEqual([
      { text: 'all', value: 100, fontSize: 70 },
      { text: 'half', value: 50, fontSize: 40 },
      { text: '<NULL>', value: 25, fontSize: 25 },
      { text: 'none', value: 0, fontSize: 10 },
    ])
  })
  it('sizes negative values as zero, and zeros equally', () => {
    const rows = answer({ w: [1, ['a', 'b']], n: [0, [-5, 0]] })
    expect(readWords(input({}, rows)).map(({ fontSize }) => fontSize)).toEqual([10, 10])
  })
  it('has no words if every value is empty', () =>
    expect(readWords(input({}, answer({ w: [1, ['a']], n: [0, [null]] })))).toEqual([]))
})

describe('layOutWords', () => {
  const size = { width: 480, height: 320 }
  const words = readWords(input({}, many))

  it.each(['flat', 'square', 'random'] as const)('places words without overlap, inside the area: %s', (rotation) => {
    const cloud = layOutWords(words, rotation, size)
    expect(cloud.words.length).toBeGreaterThan(60)
    for (const [at, one] of cloud.words.entries()) {
      for (const corner of corners(one)) {
        expect(corner[0]).toBeGreaterThanOrEqual(-1)
        expect(corner[0]).toBeLessThanOrEqual(cloud.width + 1)
        expect(corner[1]).toBeGreaterThanOrEqual(-1)
        expect(corner[1]).toBeLessThanOrEqual(cloud.height + 1)
      }
      for (const other of cloud.words.slice(at + 1))
        expect([one.text, other.text, overlap(one, other)]).toEqual([one.text, other.text, false])
    }
  })
  it('gives the same words the same places', () =>
    expect(layOutWords(words, 'random', size)).toEqual(layOutWords(words, 'random', size)))
  it('rotates words by the rule', () => {
    const turns = (rotation: 'flat' | 'square' | 'random') =>
      [...new Set(layOutWords(words, rotation, size).words.map((word) => word.rotation))].toSorted((a, b) => a - b)
    expect(turns('flat')).toEqual([0])
    expect(turns('square')).toEqual([0, 90])
    expect(turns('random')).toEqual([-90, -60, -30, 0, 30, 60])
  })
  it('enlarges the area until the most important words fit', () => {
    const cloud = layOutWords(words, 'flat', { width: 150, height: 100 })
    expect(cloud.width).toBeGreaterThan(150)
    const placed = new Set(cloud.words.map(({ text }) => text))
    expect(words.slice(0, 10).every(({ text }) => placed.has(text))).toBe(true)
  })
  it('has no word below 10 px on the screen, unless its author wants smaller ones', () => {
    const smallest = (given: typeof words) => {
      const cloud = layOutWords(given, 'random', { width: 204, height: 182 })
      return Math.min(...cloud.words.map(({ fontSize }) => (fontSize * 204) / cloud.width))
    }
    const large = words.map((word) => ({ ...word, fontSize: word.fontSize * 1.5 }))
    expect(smallest(words)).toBeGreaterThanOrEqual(9.99)
    expect(smallest(large)).toBeGreaterThanOrEqual(9.99)
    expect(smallest([...words.slice(0, 5), { text: 'tiny', value: 1, fontSize: 6 }])).toBeGreaterThanOrEqual(5.99)
  })
  it('leaves space for a note if some words do not fit', () => {
    const few = words.slice(0, 20).map((word) => ({ ...word, fontSize: 12 }))
    expect(layOutWithNote(few, 'flat', size)).toEqual(layOutWords(few, 'flat', size))
    const small = { width: 60, height: 60 }
    const cut = layOutWithNote(words, 'flat', small)
    expect(cut.words.length).toBeLessThan(words.length)
    expect(cut).toEqual(layOutWords(words, 'flat', { width: 60, height: 60 - noteHeight }))
  })
  it('stops with ten thousand words', () => {
    const list = Array.from({ length: 10_000 }, (_, at) => ({ text: `name ${at}`, value: 1, fontSize: 10 }))
    expect(layOutWords(list, 'square', size).words.length).toBeGreaterThan(100)
  })
})

/** Corners of the letters of a word, slightly inside the box that is reserved for it. */
function corners({ x, y, rotation, text, fontSize }: PlacedWord): [number, number][] {
  const angle = (rotation * Math.PI) / 180
  const [halfWidth, halfHeight] = [(text.length * fontSize * 0.4) / 2, fontSize * 0.35]
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right = 0, down = 0]) => [
    x + right * halfWidth * Math.cos(angle) - down * halfHeight * Math.sin(angle),
    y + right * halfWidth * Math.sin(angle) + down * halfHeight * Math.cos(angle),
  ])
}

/** Separating axis theorem: two rectangles overlap if their projections overlap on the direction of every side. */
function overlap(one: PlacedWord, other: PlacedWord): boolean {
  const [first, second] = [corners(one), corners(other)]
  return [one.rotation, one.rotation + 90, other.rotation, other.rotation + 90].every((turn) => {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
    const shadow = (points: [number, number][]) => points.map(([x, y]) => x * cos + y * sin)
    const [a, b] = [shadow(first), shadow(second)]
    return Math.max(...a) > Math.min(...b) && Math.max(...b) > Math.min(...a)
  })
}
