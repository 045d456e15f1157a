import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ChartPicture } from './ChartPicture.tsx'

const drawn = (vizType: string, width: number, height: number) =>
  renderToStaticMarkup(createElement(ChartPicture, { vizType, seed: 4, width, height }))

it.each([
  ['big_number_total', 70, 9],
  ['big_number', 70, 9],
  ['big_number_total', 20, 9],
  ['big_number', 256, 126],
])('draws the number of %s in %i x %i at a legible size', (vizType, width, height) => {
  const picture = drawn(vizType, width, height)
  const size = Number(/font-size="([\d.]+)"/.exec(picture)?.[1])
  expect(size).toBeGreaterThanOrEqual(9)
  expect(size * 1.7).toBeLessThanOrEqual(width)
})

it('draws the trend next to a small number', () => {
  expect(drawn('big_number', 70, 9)).toContain('translate(35.0 0)')
  expect(drawn('big_number_total', 70, 9)).not.toContain('translate')
})
