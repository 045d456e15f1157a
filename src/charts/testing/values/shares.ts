import { expect } from 'vitest'
import { answer } from '../drawInput.ts'
import { type Plot, type Point, plot } from '../plot.ts'
import type { Check } from './check.ts'

/** Parts of a whole: angles, areas, widths. */

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const names = ['a', 'b', 'c', 'd']
const amounts = [40, 30, 20, 10]
const rows = [answer({ g: [1, names], m: [0, amounts] })]

interface SliceLayout {
  startAngle: number
  endAngle: number
  r0: number
  r: number
}

const turn = ({ startAngle, endAngle }: SliceLayout) => Math.abs(endAngle - startAngle) / (2 * Math.PI)

const pie: Check = async () => {
  const drawn = await plot({ viz_type: 'pie', groupby: ['g'], metric: 'm', label_type: 'key_percent' }, rows)
  const [slices] = drawn.series
  for (const [at, slice] of slices!.layouts<SliceLayout>().entries())
    expect(turn(slice)).toBeCloseTo(amounts[at]! / 100, 3)
  expect(slices!.names).toEqual(names)
}

/** Two levels: the inner ring has the sums, and a part is within the angle of its parent. */
const sunburst: Check = async () => {
  const data = [answer({ g: [1, ['a', 'a', 'b', 'b']], h: [1, ['p', 'q', 'p', 'r']], m: [0, [40, 10, 30, 20]] })]
  const drawn = await plot({ viz_type: 'sunburst_v2', columns: ['g', 'h'], metric: 'm' }, data)
  const [rings] = drawn.series
  // the first part is the center
  const drawnParts = rings!.layouts<SliceLayout>().map((part, at) => ({ name: rings!.names[at]!, ...part }))
  const parts = drawnParts.slice(1)
  expect(parts.map(({ name }) => name)).toEqual(['a', 'p', 'q', 'b', 'p', 'r'])
  for (const [at, share] of [0.5, 0.4, 0.1, 0.5, 0.3, 0.2].entries()) expect(turn(parts[at]!)).toBeCloseTo(share, 3)
  const [a, p, q, b] = [parts[0]!, parts[1]!, parts[2]!, parts[3]!]
  expect(p.r0).toBeCloseTo(a.r, 1)
  expect(b.r0).toBeCloseTo(a.r0, 1)
  expect(Math.min(p.startAngle, q.startAngle)).toBeCloseTo(a.startAngle, 3)
}

/** Areas, without the lines between them. */
const treemap: Check = async () => {
  const data = [answer({ g: [1, ['a', 'a', 'b']], h: [1, ['p', 'q', 'p']], m: [0, [50, 20, 30]] })]
  const form = { groupby: ['g', 'h'], metric: 'm', show_upper_labels: false }
  const drawn = await plot({ viz_type: 'treemap_v2', ...form }, data, { size: { width: 1000, height: 800 } })
  const [map] = drawn.series
  const layouts = map!.layouts<{ width: number; height: number }>()
  const areaOf = (at: number) => layouts[at]!.width * layouts[at]!.height
  const found = map!.names.map((name, at) => ({ name, area: areaOf(at) })).slice(1)
  const whole = 1000 * 800
  expect(found.map(({ name }) => name)).toEqual(['a', 'p', 'q', 'b', 'p'])
  for (const [at, share] of [0.7, 0.5, 0.2, 0.3, 0.3].entries()) {
    expect(Math.abs(found[at]!.area / whole - share)).toBeLessThan(0.01)
  }
}

const lengthOf = ([one, other]: Point[]) => Math.abs(other![0] - one![0])

/** The width of the upper side of a stage is proportional to its value. */
const funnel: Check = async () => {
  const form = {
    viz_type: 'funnel',
    groupby: ['g'],
    metric: 'm',
    label_type: 5,
    percent_calculation_type: 'first_step',
  }
  const drawn = await plot(form, rows)
  const [stages] = drawn.series
  const layouts = stages!.layouts<{ points: Point[] }>()
  const widths = layouts.map(({ points }) => lengthOf(points))
  for (const [at, width] of widths.entries())
    expect(Math.abs(width / widths[0]! - amounts[at]! / 40)).toBeLessThan(0.01)
  // from top to bottom
  const tops = layouts.map(({ points }) => points[0]![1])
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect(drawn.texts).toEqual(expect.arrayContaining(['a: 40 (100.00%)', 'c: 20 (50.00%)', 'd: 10 (25.00%)']))
}

/** The blocks of levels: ordered from the left by level, with heights proportional to their shares. */
function expectBlocks(
  drawn: Plot,
  wanted: [level: number, top: number, height: number][],
  levels: number,
  height: number,
) {
  const [{ boxes } = { boxes: [] }] = drawn.series
  expect(boxes.length).toBe(wanted.length)
  for (const [at, [level, top, share]] of wanted.entries()) {
    const box = boxes[at]!
    expect(Math.abs(box.left - (600 / levels) * level)).toBeLessThan(1.5)
    expect(Math.abs(box.top - top * height)).toBeLessThan(1.5)
    // lines of one px separate blocks
    expect(Math.abs(box.bottom - box.top - share * height)).toBeLessThan(2)
  }
}

const eventFlow: Check = async () => {
  const data = [
    answer({
      who: [1, ['1', '1', '2', '2', '3', '3', '4']],
      what: [1, ['open', 'read', 'open', 'read', 'open', 'leave', 'leave']],
    }),
  ]
  const drawn = await plot({ viz_type: 'event_flow', entity: 'who', all_columns_x: 'what' }, data)
  // 3 of 4 open: 2 of these then read, 1 leaves; 1 of 4 leaves at once
  const wanted: [number, number, number][] = [
    [0, 0, 0.75],
    [1, 0, 0.5],
    [1, 0.5, 0.25],
    [0, 0.75, 0.25],
  ]
  expectBlocks(drawn, wanted, 2, 300)
}

const partition: Check = async () => {
  const data = [answer({ g: [1, ['a', 'a', 'b']], h: [1, ['p', 'q', 'p']], m: [0, [50, 20, 30]] })]
  const drawn = await plot({ viz_type: 'partition', groupby: ['g', 'h'], metrics: ['m'] }, data)
  const wanted: [number, number, number][] = [
    [0, 0, 1],
    [1, 0, 0.7],
    [2, 0, 0.5],
    [2, 0.5, 0.2],
    [1, 0.7, 0.3],
    [2, 0.7, 0.3],
  ]
  expectBlocks(drawn, wanted, 3, 300)
  expect(drawn.texts).toEqual(expect.arrayContaining(['m: 100', 'a: 70', 'p: 50', 'q: 20', 'b: 30']))
}

/** The distance of a corner from the center is its share of the axis. */
const radar: Check = async () => {
  const data = [answer({ g: [1, ['a', 'b']], m: [0, [10, 5]], n: [0, [30, 60]], o: [0, [4, 1]] })]
  const most = { m: 10, n: 100, o: 8 }
  const column_config = Object.fromEntries(
    Object.entries(most).map(([name, max]) => [name, { radarMetricMaxValue: max, radarMetricMinValue: 0 }]),
  )
  const drawn = await plot({ viz_type: 'radar', groupby: ['g'], metrics: ['m', 'n', 'o'], column_config }, data)
  const { radar: axes } = drawn.option as unknown as { radar: { center: Point; radius: number } }
  const polygons = drawn.series[0]!.layouts<Point[]>()
  const wanted = [
    [1, 0.3, 0.5],
    [0.5, 0.6, 0.125],
  ]
  for (const [row, shares] of wanted.entries()) {
    for (const [at, share] of shares.entries()) {
      const [x, y] = polygons[row]![at]!
      expect(Math.hypot(x - axes.center[0], y - axes.center[1]) / axes.radius).toBeCloseTo(share, 2)
    }
  }
}

/** The length of a node on the ring is the sum of everything that leaves and enters it. */
const chord: Check = async () => {
  const data = [answer({ from: [1, ['a', 'a', 'b']], to: [1, ['b', 'c', 'c']], m: [0, [5, 3, 2]] })]
  const drawn = await plot({ viz_type: 'chord', groupby: 'from', columns: 'to', metric: 'm' }, data)
  const [ring] = drawn.series
  expect(ring!.names).toEqual(['a', 'b', 'c'])
  const arcs = ring!.layouts<SliceLayout>().map(turn)
  for (const [at, flow] of [8, 7, 5].entries()) expect(arcs[at]! / sum(arcs)).toBeCloseTo(flow / 20, 2)
  const bands = ring!.layouts<{ sStartAngle: number; sEndAngle: number }>('edge')
  const wide = bands.map(({ sStartAngle, sEndAngle }) => Math.abs(sEndAngle - sStartAngle))
  for (const [at, value] of [5, 3, 2].entries()) expect(wide[at]! / sum(wide)).toBeCloseTo(value / 10, 2)
}

export const shares: Record<string, Check> = {
  pie,
  sunburst_v2: sunburst,
  treemap_v2: treemap,
  funnel,
  event_flow: eventFlow,
  partition,
  radar,
  chord,
}
