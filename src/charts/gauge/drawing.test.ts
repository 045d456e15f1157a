import { describe, expect, it } from 'vitest'
import { textWidth } from '../shared/textWidth.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { dialOf } from './dial.ts'
import { dialEnds, drawing } from './drawing.ts'
import type { GaugeForm } from './query.ts'

const data = answer({ team: [1, ['a', 'b']], n: [0, [40, -10]] })
const input = (saved: Record<string, unknown> = {}) =>
  drawInput(openSaved({ viz_type: 'gauge_chart', groupby: ['team'], metric: 'n', ...saved })!.formData as GaugeForm, [
    data,
  ])
interface Series {
  min: number
  max: number
  axisLine: { roundCap: boolean; lineStyle: { color: [number, string][] } }
  progress: { show: boolean }
  data: { name: string; value: number }[]
}
const series = (saved?: Record<string, unknown>) =>
  (drawing.option(input(saved)) as unknown as { series: Series[] }).series[0]!

it('has one pointer per row, named by its dimensions', () => {
  expect(series().data.map(({ name, value }) => [name, value])).toEqual([
    ['team: a', 40],
    ['team: b', -10],
  ])
})

it.each([
  [{ min_val: null, max_val: null }, [40, -10], [-20, 80]],
  [{ min_val: null, max_val: null }, [0], [0, 1]],
  [{ min_val: 10, max_val: 60 }, [40], [10, 60]],
  [{ min_val: 90, max_val: null }, [40], [90, 91]],
])('ends of %j with values %j', (form, values, ends) => expect(dialEnds(form, values)).toEqual(ends))

describe('intervals', () => {
  it('are parts of the ring, with colors by their positions in the scheme', () => {
    const { axisLine, progress } = series({
      min_val: 0,
      max_val: 100,
      intervals: '25, 50,x',
      interval_color_indices: '2,1,3',
      color_scheme: 'd3Category10',
    })
    expect(axisLine.lineStyle.color).toEqual([
      [0.25, '#ff7f0e'],
      [0.5, '#1f77b4'],
      [1, '#2ca02c'],
    ])
    expect(progress.show).toBe(false)
  })
  it('have no round ends, which would lie on each other', () => {
    expect(series({ round_cap: true }).axisLine.roundCap).toBe(true)
    expect(series({ round_cap: true, intervals: '25, 50' }).axisLine.roundCap).toBe(false)
  })
})

it('draws ticks in the color of the gaps, so that none is visible at the splits and the ends', () => {
  const { theme } = input()
  const drawn = series({ show_axis_tick: true, show_split_line: true })
  expect(drawn).toMatchObject({
    axisTick: { lineStyle: { color: theme.surface } },
    splitLine: { lineStyle: { color: theme.surface } },
    axisLine: { lineStyle: { color: [[1, theme.chartAxis]] } },
  })
})

it('fills the room: half a dial is larger than a full one', () => {
  const size = { width: 400, height: 200 }
  expect(dialOf(180, 0, size).radius).toBeGreaterThan(dialOf(225, -45, size).radius)
  for (const [start, end] of [
    [225, -45],
    [180, 0],
    [90, -270],
    [0, 0],
  ] as const) {
    const { x, y, radius } = dialOf(start, end, size)
    expect(x).toBeGreaterThan(0)
    expect(y).toBeLessThan(size.height)
    expect(radius).toBeGreaterThan(0)
  }
})

it('filters by the row of a pointer', () => {
  expect(drawing.crossFilter!(input(), { name: 'team: b' })).toMatchObject({
    extraFormData: { filters: [{ col: 'team', op: 'IN', val: ['b'] }] },
    filterState: { selectedValues: ['team: b'] },
  })
})

it('says how many rows it leaves out', () => {
  const drawn = (count: number) => {
    const names = Array.from({ length: count }, (_name, at) => `team ${at}`)
    const form = openSaved({ viz_type: 'gauge_chart', groupby: ['team'], metric: 'n' })!.formData as GaugeForm
    const rows = answer({ team: [1, names], n: [0, names.map((_name, at) => at)] })
    return drawing.option(drawInput(form, [rows])) as unknown as { title?: { text: string }; series: Series[] }
  }
  expect(drawn(30).title).toBeUndefined()
  const cut = drawn(31)
  expect([cut.title?.text, cut.series[0]?.data.length]).toEqual(['The first 30 of 31 rows', 30])
})

it('omits the first number if the dial is almost closed and both end numbers would touch', () => {
  const firstOf = (saved: Record<string, unknown>) => {
    const form = { min_val: 0, max_val: 2_280_000, ...saved }
    const { min, axisLabel } = series(form) as unknown as {
      min: number
      axisLabel: { formatter: (value: number) => string }
    }
    return [axisLabel.formatter(min), axisLabel.formatter(2_280_000)]
  }
  const long = { number_format: ',.0f', value_formatter: '{value} flights' }
  expect(firstOf({ start_angle: 225, end_angle: -45, ...long })[0]).not.toBe('')
  const [first, last] = firstOf({ start_angle: 260, end_angle: -80, ...long })
  expect(first).toBe('')
  expect(last).not.toBe('')
})

it('lists several pointers in rows of one width, so that their dots are below each other', () => {
  interface Row {
    detail: { width: number; formatter: () => string; rich: Record<'dot' | 'name' | 'value', { align: string }> }
  }
  const teams = answer({ team: [1, ['a', 'a far longer name']], n: [0, [1, 1_000_000]] })
  const { data: rows } = (drawing.option({ ...input(), data: [teams] }) as unknown as { series: { data: Row[] }[] })
    .series[0]!
  // every part of the text has a style, which sets its alignment
  expect(rows.map(({ detail }) => detail.formatter())).toEqual([
    expect.stringMatching(/^\{dot\|● \}\{name\|team: a\}\{value\|[^}]+\}$/),
    expect.stringMatching(/^\{dot\|● \}\{name\|team: a far longer name\}\{value\|[^}]+\}$/),
  ])
  for (const { detail } of rows) {
    const { dot, name, value } = detail.rich
    expect([dot.align, name.align, value.align]).toEqual(['left', 'left', 'right'])
    expect(detail.width).toBe(rows[0]!.detail.width)
    expect(detail.width).toBeGreaterThan(textWidth('● team: a far longer name'))
  }
})
