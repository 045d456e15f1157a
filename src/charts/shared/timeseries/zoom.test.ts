import { expect, it } from 'vitest'
import { sliderOption } from './zoom.ts'

const given = { accent: '#000000', size: { width: 600, height: 400 }, room: { top: 0, right: 30, bottom: 40, left: 0 } }
const { room } = given
/** px of the grips across the slider */
const grip = 20

it.each([20, 10])('the grips of a slider of %i px are inside the chart, beside the legend', (thickness) => {
  const below = sliderOption({ axis: 'x', ...given, thickness }) as { bottom: number; height: number }
  expect(below.bottom + below.height / 2 - grip / 2).toBeGreaterThan(room.bottom)
  const beside = sliderOption({ axis: 'y', ...given, thickness }) as { right: number; width: number }
  expect(beside.right + beside.width / 2 - grip / 2).toBeGreaterThan(room.right)
})

it('a slider has a preview of the data if it has space for one, and is as long as its plot', () => {
  const shown = (thickness: number) => sliderOption({ axis: 'x', ...given, thickness, hasPreview: true })
  expect([shown(20).showDataShadow, shown(10).showDataShadow]).toEqual([true, false])
  expect(Object.keys(shown(20))).not.toContain('left')
})
