import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect } from 'vitest'
import type { ChartData } from '../../../model/query/chartData.ts'
import { loadView } from '../../drawn.ts'
import { answer, drawInput } from '../drawInput.ts'
import { openSaved } from '../parts.ts'
import { textsOf } from '../plot.ts'
import type { Check } from './check.ts'

/** Types that are drawn as SVG: their texts, and the sizes and positions of their parts. */

async function pictureOf(saved: Record<string, unknown>, data: ChartData[]): Promise<string> {
  const { chart, formData } = openSaved(saved)!
  const { default: View } = await loadView(chart.folder)
  const view = createElement(View, { ...drawInput(formData, data), title: 'A chart' } as never)
  return renderToStaticMarkup(createElement(IntlProvider, { locale: 'en' }, view))
}

/** The attributes of all elements with this name, and the text of each. */
function partsOf(markup: string, element: string): (Record<string, string> & { text: string })[] {
  const found = markup.matchAll(new RegExp(`<${element}\\b([^>]*?)(?:/>|>([\\s\\S]*?)</${element}>)`, 'g'))
  return [...found].map(([, attributes = '', content = '']) => ({
    ...Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    text: textsOf(content).join(''),
  }))
}

const dayMs = 86_400_000
const monday = Date.UTC(2024, 0, 1)
const days = (count: number) => Array.from({ length: count }, (_, at) => monday + at * dayMs)

const bigNumberTotal: Check = async () => {
  const form = { viz_type: 'big_number_total', metric: 'm', y_axis_format: ',d', subtitle: 'of all' }
  const texts = textsOf(await pictureOf(form, [answer({ m: [0, [12_345]] })]))
  expect(texts.join('')).toBe('12,345of all')
}

/** The points of the line are at their times, and their heights are proportional to their values. */
const bigNumber: Check = async () => {
  const values = [10, 40, 20, 30]
  const form = { viz_type: 'big_number', x_axis: 't', metric: 'm', y_axis_format: ',d', compare_lag: 2 }
  const drawn = await pictureOf({ ...form, compare_suffix: 'in two days' }, [
    answer({ t: [2, days(4)], m: [0, values] }),
  ])
  const texts = textsOf(drawn).join(' ')
  expect(texts).toContain('30')
  expect(texts).toContain('25.0%')
  expect(texts).toContain('in two days')
  const line = partsOf(drawn, 'path').find(({ fill }) => fill === 'none')!.d!
  const numbers = line
    .split(/[MC]/)
    .filter((part) => part !== '')
    .map((part) => part.split(',').map(Number).slice(-2))
  const xs = numbers.map(([x]) => x!)
  const ys = numbers.map(([, y]) => y!)
  const highest = Math.min(...ys)
  // px per unit: the highest point is 40, the lowest 10
  const unit = (Math.max(...ys) - highest) / 30
  for (const [at, value] of values.entries()) {
    expect(Math.abs(ys[at]! - (highest + (40 - value) * unit))).toBeLessThan(0.2)
    expect(Math.abs(xs[at]! - (xs[0]! + ((xs[3]! - xs[0]!) * at) / 3))).toBeLessThan(0.2)
  }
  // the area below the line starts at zero
  const floor = Number(/L[\d.]+,([\d.]+)L/.exec(partsOf(drawn, 'path')[0]!.d!)?.[1])
  expect(Math.abs((floor - Math.max(...ys)) / unit - 10)).toBeLessThan(1)
}

const popKpi: Check = async () => {
  const form = { viz_type: 'pop_kpi', metric: 'm', time_compare: '1 year ago', y_axis_format: ',d' }
  const texts = textsOf(await pictureOf(form, [answer({ m: [0, [150]] }), answer({ m: [0, [120]] })]))
  expect(texts).toEqual(expect.arrayContaining(['150', '120', '↗ +30', '↗ +25%']))
}

/** The ticks define the scale: on it, the bar ends at its value and a range at its bound. */
const bullet: Check = async () => {
  const form = { viz_type: 'bullet', metric: 'm', ranges: '100,200', markers: '150', marker_lines: '170' }
  const drawn = await pictureOf(form, [answer({ m: [0, [120]] })])
  const ticks = partsOf(drawn, 'text').filter(({ text }) => /^\d+$/.test(text))
  const [first, last] = [ticks[0]!, ticks.at(-1)!]
  const xOf = (value: number) =>
    Number(first.x) +
    ((value - Number(first.text)) / (Number(last.text) - Number(first.text))) * (Number(last.x) - Number(first.x))
  const bars = partsOf(drawn, 'rect').map(({ x, width }) => [Number(x), Number(x) + Number(width)])
  const wanted = [200, 100, 120].map((value) => [xOf(0), xOf(value)])
  for (const [at, ends] of wanted.entries()) {
    for (const end of [0, 1]) expect(bars[at]![end]).toBeCloseTo(ends[end]!, 1)
  }
  // a line is two px wide
  expect((bars[3]![0]! + bars[3]![1]!) / 2).toBeCloseTo(xOf(170), 1)
  expect(Number(/M([\d.]+) [\d.]+l/.exec(drawn)?.[1])).toBeCloseTo(xOf(150), 1)
  expect(textsOf(drawn)).toEqual(expect.arrayContaining(['m', '120']))
}

/** Font sizes are proportional to the values, from zero to the maximum size. */
const wordCloud: Check = async () => {
  const values = { one: 100, two: 50, three: 25, four: 5 }
  const form = { viz_type: 'word_cloud', series: 'w', metric: 'm', size_from: 10, size_to: 50, rotation: 'flat' }
  const drawn = await pictureOf(form, [answer({ w: [1, Object.keys(values)], m: [0, Object.values(values)] })])
  const sizes = Object.fromEntries(partsOf(drawn, 'text').map((word) => [word.text, Number(word['font-size'])]))
  expect(sizes).toEqual({ one: 50, two: 30, three: 20, four: 12 })
}

/** The value of a day is in the row of its weekday and the column of its week. */
const calendar: Check = async () => {
  const form = {
    viz_type: 'cal_heatmap',
    metrics: ['m'],
    domain_granularity: 'month',
    subdomain_granularity: 'day',
    show_values: true,
    show_legend: false,
    cell_size: 18,
  }
  const values = days(21).map((_, at) => 11 + at * 2)
  const drawn = await pictureOf(form, [answer({ __timestamp: [2, days(21)], m: [0, values] })])
  const cells = partsOf(drawn, 'text').filter(({ text }) => /^\d+$/.test(text) && Number(text) <= 51)
  expect(cells.map(({ text }) => Number(text))).toEqual(values)
  const places = (axis: 'x' | 'y') =>
    [...new Set(cells.map((cell) => Number(cell[axis])))].toSorted((one, other) => one - other)
  const [columns, rows] = [places('x'), places('y')]
  expect([columns.length, rows.length]).toEqual([3, 7])
  for (const [at, cell] of cells.entries()) {
    expect([columns.indexOf(Number(cell.x)), rows.indexOf(Number(cell.y))]).toEqual([Math.floor(at / 7), at % 7])
  }
  // ten steps from the smallest to the largest value, each with its cells
  const counts = partsOf(drawn, 'path')
    .map(({ d = '' }) => d.split('M').length - 1)
    .filter((count) => count > 0)
  const wanted = Array.from({ length: 10 }, (_, step) =>
    values.filter((value) => Math.min(9, Math.floor((value - 11) / 4)) === step),
  )
  expect(counts.slice(0, 10)).toEqual(wanted.map((each) => each.length))
}

/** The parts of a value in all bands add up to it. */
const horizon: Check = async () => {
  const values = { a: [1, 8, 4, 2.5], b: [-6, 3, 0.5, -1.5] }
  const form = { viz_type: 'horizon', metrics: ['m'], groupby: ['g'], series_height: 100 }
  const drawn = await pictureOf(form, [answer({ __timestamp: [2, days(4)], a: [0, values.a], b: [0, values.b] })])
  // each row ends with a line
  const paths = partsOf(drawn, 'path')
  const ends = paths.flatMap(({ stroke }, at) => (stroke === undefined ? [] : [at]))
  const rows = ends.map((end, row) => paths.slice((ends[row - 1] ?? -1) + 1, end))
  expect(rows.length).toBe(2)
  for (const [row, own] of Object.values(values).entries()) {
    const reach = Math.max(...own.map(Math.abs))
    const bands = rows[row]!.filter(({ fill }) => fill !== undefined && fill !== 'none')
    const sums = own.map(() => 0)
    const floors = bands.map(({ d = '' }) => Number(/^M[\d.-]+ ([\d.]+)/.exec(d)?.[1]))
    const [floor] = floors
    const tops = bands.flatMap(({ d = '' }) => heightsOf(d))
    const tall = floor! - Math.min(...tops)
    for (const { d = '' } of bands) {
      const heights = heightsOf(d)
      expect(heights.length).toBe(own.length)
      for (const [at, y] of heights.entries()) sums[at]! += (floor! - y) / tall
    }
    for (const [at, value] of own.entries()) expect((sums[at]! * reach) / 4).toBeCloseTo(Math.abs(value), 1)
  }
}

/** The heights of the points of an area, without its two ends on the baseline. */
const heightsOf = (path: string) => [...path.matchAll(/L[\d.-]+ ([\d.-]+)/g)].map(([, y]) => Number(y)).slice(0, -1)

export const pictures: Record<string, Check> = {
  big_number_total: bigNumberTotal,
  big_number: bigNumber,
  pop_kpi: popKpi,
  bullet,
  word_cloud: wordCloud,
  cal_heatmap: calendar,
  horizon,
}
