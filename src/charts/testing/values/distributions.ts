import { expect } from 'vitest'
import { answer } from '../drawInput.ts'
import { type Point, plot } from '../plot.ts'
import type { Check } from './check.ts'
import { expectBar, near } from './overTime.ts'

/** Charts of distributions and of two or more numbers: bins, boxes, cells, bubbles, steps, periods. */

interface BarLayout {
  x: number
  y: number
  width: number
  height: number
}

const histogram: Check = async () => {
  const data = [answer({ g: [1, ['a', 'b']], '0 - 10': [0, [4, 1]], '10 - 20': [0, [9, 0]], '20 - 30': [0, [2, 7]] })]
  const drawn = await plot({ viz_type: 'histogram_v2', column: 'n', groupby: ['g'] }, data)
  const bins = ['0 – 10', '10 – 20', '20 – 30']
  for (const [name, counts] of [
    ['a', [4, 9, 2]],
    ['b', [1, 0, 7]],
  ] as const) {
    const bars = drawn.named(name).layouts<BarLayout>()
    for (const [at, count] of counts.entries()) expectBar(bars[at]!, drawn, 0, count, bins[at]!)
  }
}

/** Each step begins where the previous one ended; the total begins at zero. */
const waterfall: Check = async () => {
  const data = [answer({ c: [1, ['first', 'second', 'third']], m: [0, [10, -4, 6]] })]
  const drawn = await plot({ viz_type: 'waterfall', x_axis: 'c', metric: 'm' }, data)
  const at = (name: string, row: number) => drawn.named(name).layouts<BarLayout>()[row]!
  expectBar(at('Increase', 0), drawn, 0, 10, '0')
  expectBar(at('Decrease', 1), drawn, 6, 10, '1')
  expectBar(at('Increase', 2), drawn, 6, 12, '2')
  expectBar(at('Total', 3), drawn, 0, 12, '3')
  expect(drawn.texts).toEqual(expect.arrayContaining(['first', 'second', 'third', 'Total']))
}

/**
 * The darkest country has the largest value; areas of bubbles are proportional, and bubbles are centered on their
 * countries.
 */
const worldMap: Check = async () => {
  const data = [
    answer({ c: [1, ['FR', 'de', 'SG', 'nowhere', 'fr']], m: [0, [10, 0, 5, 99, 3]], n: [0, [100, 25, 0, 7, 1]] }),
  ]
  const form = { viz_type: 'world_map', entity: 'c', metric: 'm', linear_color_scheme: 'white_black' }
  const drawn = await plot({ ...form, show_bubbles: true, secondary_metric: 'n', max_bubble_size: 20 }, data)
  const { regions } = drawn.option.geo as unknown as { regions: { name: string; itemStyle: { areaColor: string } }[] }
  expect(regions.map(({ name, itemStyle }) => [name, itemStyle.areaColor])).toEqual([
    ['France', 'rgb(0, 0, 0)'],
    ['Germany', 'rgb(255, 255, 255)'],
  ])
  // Singapore is too small for an area
  expect(drawn.named('small').names).toEqual(['Singapore'])
  const bubbles = drawn.named('bubbles')
  expect(bubbles.names).toEqual(['France', 'Germany'])
  expect(bubbles.visuals<number>('symbolSize')).toEqual([40, 20])
  const [[franceX, franceY], [germanyX, germanyY], [singaporeX, singaporeY]] = [
    ...bubbles.points,
    ...drawn.named('small').points,
  ] as [Point, Point, Point]
  expect(franceX).toBeLessThan(germanyX)
  expect(franceY).toBeGreaterThan(germanyY)
  expect(singaporeX).toBeGreaterThan(germanyX)
  expect(singaporeY).toBeGreaterThan(franceY)
  expect(drawn.texts.join(' ')).toContain(
    'One of 5 values is not a country: nowhere; One of 5 values repeats a country',
  )
}

/** The darkest region has the largest value; codes of both editions of the standard, and names, are recognized. */
const countryMap: Check = async () => {
  const data = [answer({ c: [1, ['PL-MA', 'pl-14', 'Opole', 'PL-99', 'PL-12']], m: [0, [10, 0, 5, 99, 3]] })]
  const form = { viz_type: 'country_map', select_country: 'Poland', entity: 'c', metric: 'm' }
  const drawn = await plot({ ...form, linear_color_scheme: 'white_black' }, data)
  const { regions } = drawn.option.geo as unknown as { regions: { name: string; itemStyle: { areaColor: string } }[] }
  const colors = new Map(regions.map(({ name, itemStyle }) => [name, itemStyle.areaColor]))
  expect([...colors.keys()]).toEqual(['Lesser Poland', 'Masovian', 'Opole'])
  expect(colors.get('Lesser Poland')).toBe('rgb(0, 0, 0)')
  expect(colors.get('Masovian')).toBe('rgb(255, 255, 255)')
  expect(lightness(colors.get('Opole')!)).toBeGreaterThan(0.2)
  expect(lightness(colors.get('Opole')!)).toBeLessThan(0.8)
  expect(drawn.texts.join(' ')).toContain('One of 5 values is not a region: PL-99; One of 5 values repeats a region')
}

const boxPlot: Check = async () => {
  const five = [
    [1, 3, 5, 8, 12],
    [2, 4, 4.5, 6, 9],
  ] as const
  const part = (at: number): [0, number[]] => [0, five.map((box) => box[at]!)]
  const data = [
    answer({
      g: [1, ['a', 'b']],
      m__min: part(0),
      m__q1: part(1),
      m__median: part(2),
      m__q3: part(3),
      m__max: part(4),
      m__mean: [0, [5.5, 5]],
      m__count: [0, [40, 30]],
      m__outliers: [1, [[20, 18], []]],
    }),
  ]
  const drawn = await plot({ viz_type: 'box_plot', columns: ['t'], groupby: ['g'], metrics: ['m'] }, data)
  const [boxes, outliers] = drawn.series
  for (const [at, { ends }] of boxes!.layouts<{ ends: Point[] }>().entries()) {
    const name = 'ab'[at]!
    const heights = [...new Set(ends.map(([, y]) => Math.round(y)))].toSorted((one, other) => other - one)
    const wanted = five[at]!.map((value) => drawn.place(name, value)[1])
    expect(heights.length).toBe(5)
    for (const [line, y] of wanted.entries()) expect(Math.abs(heights[line]! - y)).toBeLessThanOrEqual(1)
  }
  expect(outliers!.points.length).toBe(2)
  near(outliers!.points[0]!, drawn.place('a', 20))
  near(outliers!.points[1]!, drawn.place('a', 18))
}

/** The lightness of a color, from 0 to 1. */
function lightness(color: string): number {
  const parts = color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  return (0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!) / 255
}

/** A cell is in the column and row of its names; the larger its value, the darker it is. */
const heatmap: Check = async () => {
  const [columns, lines] = [
    ['mon', 'mon', 'tue', 'tue'],
    ['am', 'pm', 'am', 'pm'],
  ]
  const values = [1, 40, 20, 100]
  const data = [answer({ x: [1, columns], y: [1, lines], m: [0, values], rank: [0, [0.25, 0.75, 0.5, 1]] })]
  const form = { x_axis: 'x', groupby: 'y', metric: 'm', show_values: true, linear_color_scheme: 'superset_seq_1' }
  const drawn = await plot({ viz_type: 'heatmap_v2', ...form }, data)
  const [cells] = drawn.series
  for (const [at, box] of cells!.boxes.entries()) {
    const [x, y] = drawn.place(columns[at]!, lines[at]!)
    expect([(box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y].map(Math.round).map(Math.abs)).toEqual([
      0, 0,
    ])
  }
  const shades = cells!.colors.map(lightness)
  const byValue = values.map((value, at) => ({ value, shade: shades[at]! }))
  const ordered = byValue.toSorted((one, other) => one.value - other.value).map(({ shade }) => shade)
  expect(ordered).toEqual(ordered.toSorted((one, other) => other - one))
  expect(new Set(shades).size).toBe(4)
  expect(drawn.texts).toEqual(expect.arrayContaining(['1', '40', '20', '100']))
}

/** The diameter grows with the value between the smallest and the largest value. */
const bubble: Check = async () => {
  const [xs, ys, sizes] = [
    [10, 25, 40],
    [3, 9, 5],
    [100, 300, 200],
  ]
  const data = [answer({ who: [1, ['a', 'b', 'c']], x: [0, xs!], y: [0, ys!], s: [0, sizes!] })]
  const form = { entity: 'who', x: 'x', y: 'y', size: 's', max_bubble_size: '10' }
  const drawn = await plot({ viz_type: 'bubble_v2', ...form }, data)
  for (const [at, name] of ['a', 'b', 'c'].entries()) {
    const [point] = drawn.named(name).points
    near(point!, drawn.place(xs![at]!, ys![at]!))
    const { left, right } = drawn.named(name).boxes[0]!
    const [diameter, outline] = [[5, 25, 15][at]!, [0.75, 1, 1][at]!]
    expect(right - left - outline).toBeCloseTo(diameter, 1)
  }
}

/** A bar spans from its start to its end, on the line of its name. */
const gantt: Check = async () => {
  const day = (of: number) => Date.UTC(2024, 2, of)
  const [starts, ends, names] = [
    [day(1), day(5), day(12)],
    [day(9), day(10), day(20)],
    ['build', 'test', 'build'],
  ]
  const data = [answer({ s: [2, starts], e: [2, ends], what: [1, names] })]
  const drawn = await plot({ viz_type: 'gantt_chart', start_time: 's', end_time: 'e', y_axis: 'what' }, data)
  const [{ boxes } = { boxes: [] }] = drawn.series
  expect(boxes.length).toBe(3)
  for (const [at, { left, right, top, bottom }] of boxes.entries()) {
    const [from, middle] = drawn.place(starts[at]!, names[at]!)
    expect(left).toBeCloseTo(from, 0)
    expect(right).toBeCloseTo(drawn.place(ends[at]!, names[at]!)[0], 0)
    expect((top + bottom) / 2).toBeCloseTo(middle, 0)
  }
}

/** A line crosses each axis at its value. */
const para: Check = async () => {
  const columns = { m: [1, 4, 9], n: [300, 100, 200], o: [0.5, 0.75, 0.25] }
  const data = [answer({ g: [1, ['a', 'b', 'c']], m: [0, columns.m], n: [0, columns.n], o: [0, columns.o] })]
  const drawn = await plot({ viz_type: 'para', series: 'g', metrics: ['m', 'n', 'o'] }, data)
  const [lines] = drawn.series
  const { coordinateSystem } = lines!.model
  for (const [row, { shape }] of lines!.marks.entries()) {
    for (const [axis, values] of Object.values(columns).entries()) {
      near(shape.points[axis]!, coordinateSystem.dataToPoint(values[row]!, `dim${axis}`))
    }
  }
  const heights = lines!.marks.map(({ shape }) => shape.points[0]![1])
  expect(heights).toEqual(heights.toSorted((one, other) => other - one))
}

export const distributions: Record<string, Check> = {
  histogram_v2: histogram,
  waterfall,
  world_map: worldMap,
  country_map: countryMap,
  box_plot: boxPlot,
  heatmap_v2: heatmap,
  bubble_v2: bubble,
  gantt_chart: gantt,
  para,
}
