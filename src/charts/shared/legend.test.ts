import { expect, it } from 'vitest'
import { legendOption } from './legend.ts'

const form = { show_legend: true, legendType: 'scroll', legendOrientation: 'right', legendMargin: null } as const
const names = ['East Asia and Pacific', 'Middle East and North Africa, without the high-income countries']

it.each([
  [470, 170],
  [1400, 280],
])('a legend at the side of a chart of %d px takes at most %d px', (width, most) => {
  expect(legendOption(form, names, { width, height: 400 }).room.right).toBe(most)
})
