import { expect, it } from 'vitest'
import { dotSize, dotStyle } from './dots.ts'

it.each([
  ['a small one is opaque', '#446688', 8, 0.6, { color: '#446688', opacity: 1, borderColor: '#ffffff' }],
  ['a large one has an edge in its color', '#446688', 30, 0.6, { color: '#44668899', borderColor: '#446688' }],
  ['a low opacity is kept', '#446688', 8, 0.2, { color: '#446688', opacity: 0.2 }],
  ['an opaque one is apart from others', '#446688', 30, 1, { color: '#446688', opacity: 1, borderColor: '#ffffff' }],
  ['a color by name has one opacity', 'teal', 30, 0.6, { color: 'teal', opacity: 0.6 }],
])('%s', (_rule, color, diameter, opacity, expected) => {
  expect(dotStyle(color, diameter, opacity, '#ffffff')).toMatchObject(expected)
})

it.each([
  [6, 450, 330, 6],
  [6, 204, 200, 4],
  [4, 160, 100, 3],
  [2, 160, 100, 2],
])('a dot of %i px in a chart of %i by %i has %i px', (wanted, width, height, expected) => {
  expect(dotSize(wanted, { width, height })).toBe(expected)
})
