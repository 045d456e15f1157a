import { afterEach, describe, expect, it } from 'vitest'
import { written } from '../../model/language/written.ts'
import { notesBelow } from './note.ts'
import { chartTheme } from './theme.ts'

const theme = chartTheme('light')
const sentences = ['The first 1000 of 20000 categories', 'Too many bars for value labels']
const whole = 'The first 1,000 of 20,000 categories; Too many bars for value labels'
const drawn = (width: number, height: number, notes = sentences) => {
  const { option, height: taken } = notesBelow(notes, { theme, size: { width, height } })
  return { lines: String(option.title?.text).split('\n'), name: option.title?.name, taken }
}

afterEach(() => {
  written.translate = (text) => text
  written.language = 'en'
})

describe('notes below a chart', () => {
  it('are in the language of the reader, with its separators in their numbers', () => {
    written.translate = (text) =>
      text.replace(/^The first (\d+) of (\d+) categories$/, 'Die ersten $1 von $2 Kategorien')
    written.language = 'de'
    const german = 'Die ersten 1.000 von 20.000 Kategorien; Too many bars for value labels'
    expect(drawn(600, 300)).toEqual({ lines: [german], name: german, taken: 18 })
  })

  it('take no room without a sentence', () => {
    expect(notesBelow([false, ''], { theme, size: { width: 400, height: 300 } })).toEqual({ option: {}, height: 0 })
  })

  it('are one line if it fits', () => {
    expect(drawn(600, 300)).toEqual({ lines: [whole], name: whole, taken: 18 })
  })

  it('wrap between words to a second line', () => {
    const { lines, name, taken } = drawn(250, 300)
    expect(lines).toHaveLength(2)
    expect(lines.join(' ')).toBe(whole)
    expect([name, taken]).toEqual([whole, 32])
  })

  it('are truncated at the end of the second line; their accessible name is complete', () => {
    const { lines, name, taken } = drawn(120, 300)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/…$/)
    expect(whole.startsWith(lines.join(' ').slice(0, -1))).toBe(true)
    expect([name, taken]).toEqual([whole, 32])
  })

  it('are one line in a low chart', () => {
    const { lines, taken } = drawn(250, 120)
    expect(lines).toEqual([expect.stringMatching(/…$/)])
    expect(taken).toBe(18)
  })

  it('truncate a word that is wider than a line', () => {
    expect(drawn(60, 300, ['Supercalifragilisticexpialidocious']).lines).toEqual([expect.stringMatching(/^Super.*…$/)])
  })
})
