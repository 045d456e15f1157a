import { describe, expect, it } from 'vitest'
import { chartTheme } from '../theme.ts'
import { categoricalColors } from './categorical.ts'
import { categoricalChoices } from './categoricalNames.ts'
import { type Channels, channels, contrast } from './contrast.ts'
import { readableOn, readableText } from './readable.ts'
import { sequentialChoices, sequentialColors } from './sequential.ts'

const ratio = (one: string, other: string) => contrast(channels(one) as Channels, channels(other) as Channels)

it('every scheme that is offered has colors of its own', () => {
  const colors = new Set(categoricalChoices.map(([id]) => categoricalColors(id).join(' ')))
  expect(colors.size).toBe(categoricalChoices.length)
})

describe('text on fills', () => {
  it.each(categoricalChoices.map(([id]) => id))('%s: every color has readable labels', (id) => {
    for (const color of categoricalColors(id)) {
      expect([color, ratio(readableText(color), color) >= 4.5]).toEqual([color, true])
    }
  })

  it.each(sequentialChoices.map(({ id }) => id))('%s: every color has readable labels', (id) => {
    for (const mode of ['light', 'dark'] as const) {
      for (const color of sequentialColors(id, 9, mode)) {
        expect([color, ratio(readableText(color), color) >= 4.5]).toEqual([color, true])
      }
    }
  })
})

describe('colored text on a background', () => {
  it.each(['light', 'dark'] as const)('has the requested contrast, %s', (mode) => {
    const { surface } = chartTheme(mode)
    for (const [id] of categoricalChoices) {
      for (const color of categoricalColors(id)) {
        for (const least of [3, 4.5]) {
          const drawn = readableOn(color, surface, least)
          expect([color, ratio(drawn, surface) >= least]).toEqual([color, true])
        }
      }
    }
  })
  it('does not change a color with enough contrast, or one that it cannot read', () => {
    expect(readableOn('#123456', '#ffffff', 4.5)).toBe('#123456')
    expect(readableOn('tomato', '#ffffff', 4.5)).toBe('tomato')
  })
})
