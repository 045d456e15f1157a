import { expect, it } from 'vitest'
import { endNames, nameColor } from './endNames.ts'

const regions = ['Europe and Central Asia', 'East Asia and Pacific', 'Americas', 'Middle East and North Africa']

it.each([
  [1376, 820, ['Europe and Central Asia', 'East Asia and Pacific', 'Americas', 'Middle East and North Africa']],
  [450, 330, ['Europe and Central Asia', 'East Asia and Pacific', 'Americas', 'Middle East and North…']],
  [358, 320, ['Europe…', 'East Asia…', 'Americas', 'Middle East…']],
  [204, 200, ['Europe…', 'East Asia…', 'Americas', 'Middle…']],
])('in %i px by %i px, the names are %j', (width, height, expected) => {
  expect(endNames(regions, { width, height }, false).texts).toEqual(expected)
})

it('names take at most a third of the width', () => {
  for (const width of [300, 358, 450, 600]) {
    expect(endNames(regions, { width, height: 320 }, false).room).toBeLessThanOrEqual(width * 0.33)
  }
  expect(endNames(regions, { width: 204, height: 200 }, false).room).toBeLessThanOrEqual(204 * 0.36)
})

it('short names that would be equal stay as they are', () => {
  const names = ['Sales of the north of the country', 'Sales of the south of the country']
  expect(endNames(names, { width: 204, height: 200 }, false).texts).toEqual(names)
})

it('a single long word is not broken', () => {
  expect(endNames(['Ab', 'Donaudampfschifffahrt'], { width: 358, height: 320 }, false).texts[1]).toBe(
    'Donaudampfschifffahrt',
  )
})

it('a name has the color of its line, as dark as a text needs', () => {
  expect(nameColor('#446bda', '#ffffff')).toBe('#446bda')
  expect(nameColor('#e0b040', '#ffffff')).not.toBe('#e0b040')
})
