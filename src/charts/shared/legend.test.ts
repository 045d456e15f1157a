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

it('leaves the upper right corner free for the zoom buttons', () => {
  const size = { width: 600, height: 300 }
  const placed = (side: 'top' | 'right' | 'left', hasZoom: boolean, width = size.width) => {
    const { legend } = legendOption({ ...form, legendOrientation: side }, names, { ...size, width }, undefined, {
      hasZoom,
    })
    return { top: legend.top, width: legend.width, height: legend.height }
  }
  expect(placed('right', true)).toEqual({ top: 24, width: undefined, height: 268 })
  expect(placed('right', false)).toEqual({ top: 0, width: undefined, height: 292 })
  expect(placed('left', true)).toEqual(placed('left', false))
  expect(placed('top', true).width).toBe(536)
  // moved to the top of a narrow chart
  expect(placed('right', true, 300).width).toBe(236)
})

it('reserves space for each line that is drawn, also next to the zoom buttons', () => {
  const plain = { ...form, legendType: 'plain', legendOrientation: 'bottom' } as const
  const airports = ['LAX', 'ATL', 'DFW', 'ORD']
  expect(legendOption(plain, airports, { width: 204, height: 200 }).room.bottom).toBe(52)
  const sources = ['Nuclear Energy', 'Renewables', 'Fossil Fuels']
  const top = { ...plain, legendOrientation: 'top' } as const
  expect(legendOption(top, sources, { width: 300, height: 200 }, undefined, { hasZoom: true }).room.top).toBe(52)
})
