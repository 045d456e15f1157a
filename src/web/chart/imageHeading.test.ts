import { expect, it } from 'vitest'
import { headingOf } from './imageHeading.ts'

const textsOf = (title: string, width: number) => headingOf(title, width).lines.map(({ text }) => text)

it.each([
  ['', 400, []],
  ['  ', 400, []],
  ['Revenue by product', 400, ['Revenue by product']],
  ['Revenue by product and region', 140, ['Revenue by', 'product and', 'region']],
  ['Revenue by product, region and month of the year', 140, ['Revenue by', 'product, region', 'and month of t…']],
  ['Donaudampfschifffahrtsgesellschaft', 140, ['Donaudampfsc…']],
])('wraps %j within %i px as %j', (title, width, lines) => expect(textsOf(title, width)).toEqual(lines))

it('reserves space for its lines, but none without a title', () => {
  expect(headingOf('', 400)).toEqual({ height: 12, lines: [] })
  const { height, lines } = headingOf('Revenue by product and region', 140)
  expect(lines.map(({ y }) => y)).toEqual([25, 43, 61])
  expect(height).toBeGreaterThan(61)
})
