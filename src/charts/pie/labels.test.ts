import { expect, it } from 'vitest'
import { placeLabels } from './labels.ts'

const names = ['East Asia and Pacific', 'Middle East and North Africa', 'Sub-Saharan Africa', 'Europe and Central Asia']
const slices = names.map((name, at) => ({ part: 0.25, text: `${name}: ${at}B`, name, figure: `${at}B` }))
const room = { width: 200, height: 300, lead: { along: 8, on: 8 }, isFigure: false, isLone: false }

it('next to a legend, labels are numbers alone if their names would be cut', () => {
  const at = (width: number, hasLegend: boolean) => placeLabels(slices, 90, { ...room, width, hasLegend }).texts
  expect(at(900, true)).toEqual(slices.map(({ text }) => text))
  expect(at(200, true)).toEqual(['0B', '1B', '2B', '3B'])
  expect(at(200, false).some((text) => text?.includes('…'))).toBe(true)
})
