import { expect, it } from 'vitest'
import { categoricalColors } from '../../charts/shared/color/index.ts'
import { type AskedColors, askedAttribute, askedOf, dealtColors } from './dealtColors.ts'

const [first, second, third] = categoricalColors('sextant') as [string, string, string]
const asked = (labels: string[], more: Partial<AskedColors> = {}): AskedColors => ({
  scheme: 'sextant',
  saved: {},
  names: labels,
  given: labels.map((label, at) => [label, [first, second, third][at]!]),
  ...more,
})

it('a label has one color in all charts of a dashboard: that of the first chart', () => {
  const charts = new Map([
    [7, asked(['Small', 'Medium'])],
    [3, asked(['Medium', 'Large'])],
    [5, asked(['Small', 'Medium'])],
  ])
  expect(dealtColors(charts, [7, 3, 5], {})).toEqual(new Map([[3, { Medium: second, Large: first }]]))
})

it('colors that are stored with the dashboard or a chart stay', () => {
  const charts = new Map([
    [1, asked(['a', 'b'])],
    [2, asked(['b'], { saved: { b: '#123456' }, given: [['b', '#123456']] })],
  ])
  expect(dealtColors(charts, [1, 2], { a: third })).toEqual(new Map([[1, { a: third, b: first }]]))
})

it('the drawing of a chart tells what it has colored, whatever its labels are', () => {
  const own = asked(['"><script>', 'größer', ''])
  const svg = Buffer.from(`<svg width="1"${askedAttribute(own)}><text data-colors="x">1</text></svg>`)
  expect(askedOf(svg)).toEqual(own)
  expect(askedOf(Buffer.from('<svg width="1"><text data-colors="x">1</text></svg>'))).toBeUndefined()
})
