import { expect } from 'vitest'
import { answer } from '../drawInput.ts'
import { openSaved } from '../parts.ts'
import { type Plot, type Point, plot } from '../plot.ts'
import type { Check } from './check.ts'

/** Charts of values on an x axis: the positions of points, and the ends of bars. */

const dayMs = 86_400_000
const start = Date.UTC(2024, 0, 1)
const times = [0, 1, 2, 3, 4].map((day) => start + day * dayMs)
const values = { north: [3, 8, 5, 6, 9], south: [1, 2, 4, 7, 3] }
const rows = [answer({ t: [2, times], north: [0, values.north], south: [0, values.south] })]
const saved = { x_axis: 't', time_grain_sqla: 'P1D', metrics: ['m'], groupby: ['region'] }

/** `within`: px */
export const near = (found: Point, wanted: Point, within = 0.05) => {
  for (const at of [0, 1] as const) expect(Math.abs(found[at] - wanted[at])).toBeLessThanOrEqual(within)
}

/** Every value of the rows is a point at its time, on the axis of its series. */
function expectPoints(
  drawn: Plot,
  series: string,
  x: readonly number[],
  y: readonly number[],
  { axis = 0, within = 0.05 } = {},
) {
  const { points } = drawn.named(series)
  expect(points.length).toBe(y.length)
  for (const [row, value] of y.entries()) near(points[row]!, drawn.place(x[row]!, value, axis), within)
}

const lines =
  (viz_type: string, within?: number): Check =>
  async () => {
    const drawn = await plot({ viz_type, ...saved }, rows)
    for (const name of ['north', 'south'] as const) expectPoints(drawn, name, times, values[name], { within })
    // the axis is not reversed: larger values are higher
    expect(drawn.place(start, 9)[1]).toBeLessThan(drawn.place(start, 1)[1])
  }

/** Parts are stacked, with those of the largest series at the bottom. */
const area: Check = async () => {
  const drawn = await plot({ viz_type: 'echarts_area', ...saved, stack: 'Stack' }, rows)
  expectPoints(drawn, 'north', times, values.north)
  const sums = values.south.map((value, row) => value + values.north[row]!)
  expectPoints(drawn, 'south', times, sums)
}

interface BarLayout {
  x: number
  y: number
  width: number
  height: number
}

export function expectBar({ y, height }: BarLayout, drawn: Plot, from: number, to: number, x: number | string) {
  const ends = [drawn.place(x, from)[1], drawn.place(x, to)[1]].toSorted((one, other) => one - other)
  expect([y, y + height].toSorted((one, other) => one - other)[0]).toBeCloseTo(ends[0]!, 1)
  expect([y, y + height].toSorted((one, other) => one - other)[1]).toBeCloseTo(ends[1]!, 1)
}

const bars: Check = async () => {
  const names = ['x', 'y', 'z']
  const data = [answer({ c: [1, names], north: [0, [3, -2, 5]], south: [0, [1, 2, 4]] })]
  const drawn = await plot({ viz_type: 'echarts_timeseries_bar', ...saved, x_axis: 'c' }, data)
  const [north, south] = [drawn.named('north').layouts<BarLayout>(), drawn.named('south').layouts<BarLayout>()]
  for (const [row, value] of [3, -2, 5].entries()) expectBar(north[row]!, drawn, 0, value, names[row]!)
  for (const [row, value] of [1, 2, 4].entries()) {
    expectBar(south[row]!, drawn, 0, value, names[row]!)
    // both bars of a name are next to its position
    const [left, right] = [north[row]!.x, south[row]!.x + south[row]!.width]
    expect(Math.abs((left + right) / 2 - drawn.place(names[row]!, 0)[0])).toBeLessThan(2)
  }
}

/** Two queries, the second of which has a separate axis. */
const mixed: Check = async () => {
  const data = [
    answer({ t: [2, times], m: [0, values.north] }),
    answer({ t: [2, times], p: [0, [70, 20, 90, 10, 40]] }),
  ]
  const form = {
    x_axis: 't',
    metrics: ['m'],
    metrics_b: ['p'],
    yAxisIndexB: 1,
    seriesType: 'line',
    seriesTypeB: 'line',
  }
  const drawn = await plot({ viz_type: 'mixed_timeseries', ...form }, data)
  expectPoints(drawn, 'm', times, values.north)
  expectPoints(drawn, 'p', times, [70, 20, 90, 10, 40], { axis: 1 })
}

const dualLine: Check = async () => {
  const stamped = (name: string, cells: number[]) => answer({ __timestamp: [2, times], [name]: [0, cells] })
  const form = { viz_type: 'dual_line', granularity_sqla: 't', metric: 'm', metric_2: 'p' }
  const drawn = await plot(form, [stamped('m', values.north), stamped('p', [0.5, 0.1, 0.7, 0.9, 0.2])])
  expectPoints(drawn, 'm', times, values.north)
  expectPoints(drawn, 'p', times, [0.5, 0.1, 0.7, 0.9, 0.2], { axis: 1 })
}

const lineMulti: Check = async () => {
  const source = (id: number, metric: string) => ({
    id,
    name: `Chart ${id}`,
    formData: openSaved({ viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: [metric] })!.formData,
  })
  const form = { line_charts: [7], line_charts_2: [8], source_charts: [source(7, 'm'), source(8, 'p')] }
  const drawn = await plot({ viz_type: 'line_multi', ...form }, [
    answer({ t: [2, times], m: [0, values.north] }),
    answer({ t: [2, times], p: [0, [700, 200, 900, 100, 400]] }),
  ])
  expectPoints(drawn, 'm', times, values.north)
  expectPoints(drawn, 'p', times, [700, 200, 900, 100, 400], { axis: 1 })
}

/** The change since the first time: from 3 to 8 is an increase of five thirds. */
const compare: Check = async () => {
  const form = { viz_type: 'compare', granularity_sqla: 't', metrics: ['m'], groupby: ['region'] }
  const data = [answer({ __timestamp: [2, times], north: [0, values.north], south: [0, values.south] })]
  const drawn = await plot(form, data)
  const since = (cells: readonly number[]) => cells.map((cell) => cell / cells[0]! - 1)
  expectPoints(drawn, 'north', times, since(values.north))
  expectPoints(drawn, 'south', times, since(values.south))
}

/** Two weeks from Monday to Friday: the earlier week is drawn over the later one. */
const timePivot: Check = async () => {
  const both = [...times, ...times.map((time) => time + 7 * dayMs)]
  const data = [answer({ __timestamp: [2, both], m: [0, [...values.south, ...values.north]] })]
  const drawn = await plot({ viz_type: 'time_pivot', granularity_sqla: 't', metric: 'm', freq: 'W-MON' }, data)
  const later = both.slice(5)
  expectPoints(drawn, '2024-01-08 (current)', later, values.north)
  expectPoints(drawn, '2024-01-01', later, values.south)
}

interface WedgeLayout {
  r0: number
  r: number
  startAngle: number
  endAngle: number
}

/** Each time has an equal angle; each part starts at the sum of the previous ones. */
const rose: Check = async () => {
  const form = { viz_type: 'rose', granularity_sqla: 't', metrics: ['m'], groupby: ['region'] }
  const data = [answer({ __timestamp: [2, times], north: [0, values.north], south: [0, values.south] })]
  const drawn = await plot(form, data)
  const [inner, outer] = [drawn.named('north').layouts<WedgeLayout>(), drawn.named('south').layouts<WedgeLayout>()]
  const unit = Math.max(...outer.map(({ r }) => r)) / 13
  for (const [row, value] of values.north.entries()) {
    const sum = value + values.south[row]!
    expect(inner[row]!.r0).toBeCloseTo(0, 1)
    expect(inner[row]!.r / unit).toBeCloseTo(value, 1)
    expect([outer[row]!.r0 / unit, outer[row]!.r / unit].map((each) => Math.round(each * 10) / 10)).toEqual([
      value,
      sum,
    ])
    expect(Math.abs(inner[row]!.endAngle - inner[row]!.startAngle)).toBeCloseTo((2 * Math.PI) / times.length, 2)
  }
}

export const overTime: Record<string, Check> = {
  echarts_timeseries_line: lines('echarts_timeseries_line'),
  echarts_timeseries_smooth: lines('echarts_timeseries_smooth'),
  // steps are at whole px
  echarts_timeseries_step: lines('echarts_timeseries_step', 0.5),
  echarts_timeseries: lines('echarts_timeseries'),
  echarts_timeseries_scatter: lines('echarts_timeseries_scatter'),
  echarts_area: area,
  echarts_timeseries_bar: bars,
  mixed_timeseries: mixed,
  dual_line: dualLine,
  line_multi: lineMulti,
  compare,
  time_pivot: timePivot,
  rose,
}
