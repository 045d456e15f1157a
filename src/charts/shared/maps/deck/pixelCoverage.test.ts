import { expect, it } from 'vitest'
import { chartTheme } from '../../theme.ts'
import { groundTest, pixelCoverage } from './pixelCoverage.ts'
import { colorList } from './rgba.ts'

const channels = (color: string) => colorList(color).slice(0, 3) as [number, number, number]

it.each(['light', 'dark'] as const)(
  'land, sea, borders and their mixtures are ground on a %s map, and marks are not',
  (mode) => {
    const theme = chartTheme(mode)
    const isGround = groundTest(theme)
    const [land, sea, axis] = [theme.mapLand, theme.mapSea, theme.chartAxis].map(channels) as [number, number, number][]
    const mix = (other: [number, number, number]) => land!.map((part, at) => (part + other[at]!) / 2) as typeof other
    for (const color of [land!, sea!, mix(sea!), mix(axis!)]) expect(isGround(color)).toBe(true)
    // the palest marks: no data, and few points
    for (const [other, part] of [
      ['#a0a0a0', 0.4],
      ['#c06216', 0.1],
      ['#d3e8d3', mode === 'light' ? 1 : 0.5],
    ] as const) {
      const pale = land!.map((channel, at) => channel + (channels(other)[at]! - channel) * part) as typeof land & object
      expect({ other, isGround: isGround(pale) }).toEqual({ other, isGround: false })
    }
    for (const color of ['#3a6fd8', '#e8b04a', '#1f3f60', '#9c1d3d']) expect(isGround(channels(color))).toBe(false)
  },
)

it('a box is covered by the part of its pixels that are marks', () => {
  const theme = chartTheme('light')
  const land = colorList(theme.mapLand)
  const data = new Uint8ClampedArray(4 * 2 * 4)
  for (let at = 0; at < 8; at += 1)
    data.set(at % 4 === 0 ? [200, 40, 40, 255] : at % 4 === 3 ? [0, 0, 0, 0] : land, at * 4)
  const covered = pixelCoverage({ data, width: 4, height: 2 }, theme, 10)
  expect(covered({ left: 0, top: 0, right: 40, bottom: 20 })).toBe(0.25)
  expect(covered({ left: 0, top: 0, right: 10, bottom: 20 })).toBe(1)
  // transparent pixels are sea
  expect(covered({ left: 30, top: 0, right: 40, bottom: 20 })).toBe(0)
})
