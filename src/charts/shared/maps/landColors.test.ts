import { expect, it } from 'vitest'
import { chartTheme } from '../theme.ts'
import { colorList } from './deck/rgba.ts'
import { landColors } from './landColors.ts'

it.each(['light', 'dark'] as const)('the lowest color of the default scheme differs from %s land', (mode) => {
  const colors = landColors(undefined, 6, mode)
  expect(colors).toHaveLength(6)
  const land = colorList(chartTheme(mode).mapLand)
  const difference = colorList(colors[0]!).reduce((sum, part, at) => sum + Math.abs(part - land[at]!), 0)
  expect(difference).toBeGreaterThan(50)
})
