import { describe, expect, it } from 'vitest'
import type { DataMask } from '../../../model/dashboard/dataMask.ts'
import { written } from '../../../model/language/written.ts'
import type { ChartData } from '../../../model/query/chartData.ts'
import { answer, drawInput, noDatasource } from '../../testing/drawInput.ts'
import { openSaved } from '../../testing/parts.ts'
import type { DrawInput } from '../contract.ts'
import { drawing } from './drawing.ts'
import type { TimeseriesForm } from './formData.ts'
import { readTimeseries } from './model.ts'
import { stackSeries } from './stack.ts'
import { tooltipAt } from './tooltip.ts'

const month = (index: number) => Date.UTC(2020, index, 1)
const groups = answer({
  t: [2, [month(0), month(1), month(2)]],
  A: [0, [1, 2, 3], ['A']],
  B: [0, [10, null, 30], ['B']],
})

function input(
  saved: Record<string, unknown>,
  data: ChartData = groups,
  more: Partial<DrawInput<TimeseriesForm>> = {},
): DrawInput<TimeseriesForm> {
  const form = { viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: ['m'], groupby: ['g'], ...saved }
  return drawInput(openSaved(form)!.formData as TimeseriesForm, [data], more)
}

type Option = Record<string, Record<string, unknown>> & { series: Record<string, unknown>[] }
const option = (...args: Parameters<typeof input>) => drawing.option(input(...args)) as unknown as Option
// the code that decides which value labels are drawn is loaded only for charts that have some
await drawing.register(input({ show_value: true }).formData)
await drawing.register(input({}).formData)
await drawing.register(input({ zoomable: true, logAxis: true }).formData)

it.each([
  [true, [0, 0]],
  [false, [0, 1]],
])('a shift has the color of its series: %s', (time_shift_color, expected) => {
  const data = answer({ t: [2, [month(0), month(1)]], m: [0, [5, 4]], 'm__1 year ago': [0, [1, 2]] })
  const names: string[] = []
  const color = (name: string) => {
    if (!names.includes(name)) names.push(name)
    return `#00000${names.indexOf(name)}`
  }
  const form = { groupby: [], time_compare: ['1 year ago'], time_shift_color }
  const { series } = option(form, data, { color })
  expect(series.map((one) => Number(String(one.color).slice(-1)))).toEqual(expected)
})

it.each(['values', 'difference', 'percentage', 'ratio'])('a saved color belongs to a shift, compared by %s', (type) => {
  const name = type === 'values' ? 'm__1 year ago' : `${type}__m__m__1 year ago`
  const data = answer({ t: [2, [month(0), month(1)]], [name]: [0, [1, 2]] })
  const form = { groupby: [], time_compare: ['1 year ago'], comparison_type: type, time_shift_color: false }
  const colored: string[] = []
  const color = (label: string) => {
    colored.push(label)
    return '#000000'
  }
  option(form, data, { color })
  expect(new Set(colored)).toEqual(new Set(['m, 1 year ago']))
  expect(drawing.legendParts?.(input(form, data))?.map(({ colorLabel }) => colorLabel)).toEqual(['m, 1 year ago'])
})

it.each(['echarts_timeseries_bar', 'echarts_timeseries_scatter'])('a shift of a %s is paler', (viz_type) => {
  const data = answer({ t: [2, [month(0), month(1)]], m: [0, [5, 4]], 'm__1 year ago': [0, [1, 2]] })
  const opacities = (time_shift_color: boolean) =>
    option({ viz_type, groupby: [], time_compare: ['1 year ago'], time_shift_color }, data).series.map(
      ({ itemStyle }) => (itemStyle as { opacity?: number }).opacity ?? 1,
    )
  const [own = 0, shifted = 0] = opacities(true)
  expect(shifted).toBeLessThan(own * 0.7)
  // a shifted series with its own color is not paler
  expect(new Set(opacities(false)).size).toBe(1)
})

it.each([
  [true, [true, true]],
  [false, [undefined, undefined]],
])('minor ticks on both axes: %s', (minorTicks, expected) => {
  const { xAxis, yAxis } = option({ minorTicks })
  for (const axis of [xAxis, yAxis]) {
    const { axisTick, minorTick } = axis as Record<string, { show?: boolean } | undefined>
    expect([axisTick?.show, minorTick?.show]).toEqual(expected)
  }
})

describe('readTimeseries', () => {
  it.each([
    ['sum', false, ['B', 'A']],
    ['sum', true, ['A', 'B']],
    ['name', true, ['A', 'B']],
    ['min', false, ['B', 'A']],
  ])('orders series by %s, ascending %s', (sort_series_type, sort_series_ascending, expected) => {
    const { series } = readTimeseries(input({ sort_series_type, sort_series_ascending }))
    expect(series.map((one) => one.name)).toEqual(expected)
  })

  it.each([
    ['name', true, ['-10', '2', '10']],
    ['sum', false, ['10', '2', '-10']],
  ])('orders categories by %s, ascending %s', (by, ascending, expected) => {
    const data = answer({ c: [1, ['10', '-10', '2']], A: [0, [9, 1, 5], ['A']] })
    const form = { x_axis: 'c', x_axis_sort_series: by, x_axis_sort_series_ascending: ascending }
    expect(readTimeseries(input(form, data)).x).toEqual(expected)
  })

  it('keeps the server’s order of the categories of one series', () => {
    const data = answer({ c: [1, ['b', 'a']], m: [0, [1, 2]] })
    expect(readTimeseries(input({ x_axis: 'c', groupby: [] }, data)).x).toEqual(['b', 'a'])
  })

  it.each([
    ['echarts_timeseries_line', {}, 'number'],
    ['echarts_timeseries_line', { xAxisForceCategorical: true }, 'category'],
    ['echarts_timeseries_bar', {}, 'category'],
    ['echarts_area', { stack: 'Stack' }, 'category'],
  ])('%s %j takes a numeric axis as %s', (viz_type, saved, expected) => {
    const data = answer({ year: [0, [2000, 1990]], A: [0, [1, 2], ['A']] })
    const model = readTimeseries(input({ viz_type, x_axis: 'year', ...saved }, data))
    expect(model.xType).toBe(expected)
    if (expected === 'number') expect(model.x).toEqual([1990, 2000])
  })

  it('leaves out forecast helpers and a metric fetched only to sort by', () => {
    const data = answer({ c: [1, ['a']], m: [0, [1]], s: [0, [2]], m__yhat: [0, [1]], m__yhat_lower: [0, [1]] })
    const form = { x_axis: 'c', groupby: [], x_axis_sort: 's', timeseries_limit_metric: 's' }
    expect(readTimeseries(input(form, data)).series.map((one) => one.name)).toEqual(['m'])
  })

  it('names compared series by metric and shift and gives them the original’s colour', () => {
    const data = answer({
      t: [2, [month(0)]],
      m: [0, [1]],
      'm__1 year ago': [0, [2]],
    })
    const form = { groupby: [], time_compare: ['1 year ago'] }
    const series = readTimeseries(input(form, data)).series.find((one) => one.offset !== undefined)
    expect(series).toMatchObject({ label: 'm, 1 year ago', original: 'm' })
    const drawn = option(form, data).series.find((one) => one.name === 'm, 1 year ago')
    expect(drawn).toMatchObject({ lineStyle: { type: 'dashed' } })
  })

  it.each([true, false])('gives a difference the colour of its dimension’s value, truncate_metric %s', (truncated) => {
    const name = 'difference__m__m__52 weeks ago, A'
    const data = answer({ t: [2, [month(0)]], [name]: [0, [1], ['difference__m__m__52 weeks ago', 'A']] })
    const saved = { time_compare: ['52 weeks ago'], comparison_type: 'difference', truncate_metric: truncated }
    const [series] = readTimeseries(input(saved, data)).series
    expect(series).toMatchObject({ label: 'm, change from 52 weeks ago, A', original: 'A' })
  })

  it('writes saved metrics by their verbose names', () => {
    const data = answer({ t: [2, [month(0)]], 'm, A': [0, [1], ['m', 'A']] })
    const datasource = { ...noDatasource, verboseMap: { m: 'Money' } }
    expect(readTimeseries({ ...input({}, data), datasource }).series[0]?.label).toBe('Money, A')
  })
})

describe('stackSeries', () => {
  const { series } = readTimeseries(input({ sort_series_type: 'name', sort_series_ascending: true }))
  const values = (style: 'Stack' | 'Stream' | 'Expand' | null, visible = () => true) =>
    stackSeries(series, style, visible).series.map((one) => one.values)

  it('fills a gap beside a value', () =>
    expect(values('Stack')).toEqual([
      [1, 2, 3],
      [10, 0, 30],
    ]))
  it('leaves gaps alone without a stack', () => expect(values(null)[1]).toEqual([10, null, 30]))
  it('shares out a whole', () =>
    expect(values('Expand')).toEqual([
      [1 / 11, 1, 3 / 33],
      [10 / 11, 0, 30 / 33],
    ]))
  it('centres a stream', () => {
    expect(stackSeries(series, 'Stream', () => true).base).toEqual([(33 - 11) / 2, (33 - 2) / 2, 0])
  })
  it('counts only what the legend shows', () => {
    expect(stackSeries(series, 'Stack', (one) => one.name === 'A').totals).toEqual([1, 2, 3])
  })
})

describe('option', () => {
  it('of a plain line', () => expect(option({ time_grain_sqla: 'P1M' })).toMatchSnapshot())
  it('of a horizontal stacked bar with value labels', () => {
    const data = answer({ c: [1, ['x', 'y']], A: [0, [1, 2], ['A']], B: [0, [3, 4], ['B']] })
    const form = {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'c',
      orientation: 'horizontal',
      stack: 'Stack',
      show_value: true,
      x_axis_title: 'Kind',
      y_axis_title: 'Number',
    }
    expect(option(form, data)).toMatchSnapshot()
  })

  it.each([
    [{ logAxis: true }, { type: 'log', min: 1 }],
    [{ y_axis_bounds: [5, '20'] }, { min: 5, max: 20 }],
    [{ truncateYAxis: true }, { scale: true }],
    [
      { stack: 'Expand', viz_type: 'echarts_area' },
      { min: 0, max: 1, interval: 0.25 },
    ],
    [
      { contributionMode: 'row', stack: 'Stack' },
      { min: 0, max: 1 },
    ],
    [{ minorSplitLine: true }, { minorSplitLine: { show: true } }],
    [
      { y_axis_title: 'V', y_axis_title_position: 'Top' },
      { name: 'V', nameLocation: 'end' },
    ],
  ])('value axis of %j', (form, expected) => expect(option(form).yAxis).toMatchObject(expected))

  it('bars of values below 1 rise from the bottom of a log axis', () => {
    const shares = answer({
      t: [2, [month(0), month(1)]],
      v: [0, [0.26, 0.15]],
    })
    const bars = { viz_type: 'echarts_timeseries_bar', metrics: ['v'], groupby: [], logAxis: true }
    const { min, startValue } = option(bars, shares).yAxis as unknown as Record<string, number>
    expect(min).toBeLessThan(0.15)
    expect(startValue).toBe(min)
    expect(option({ ...bars, logAxis: false }, shares).yAxis).not.toHaveProperty('startValue')
  })

  it('the first label beside horizontal bars may extend above the plot', () => {
    const bars = { viz_type: 'echarts_timeseries_bar' }
    const { grid } = option({ ...bars, orientation: 'horizontal' }) as unknown as {
      grid: { top: number; bottom: number; outerBounds: { top: number; bottom: number } }
    }
    expect(grid.outerBounds.top).toBeLessThan(grid.top)
    expect(grid.outerBounds.bottom).toBe(grid.bottom)
    expect(option(bars).grid).toMatchObject({ outerBoundsMode: 'same' })
  })

  it('labels beside horizontal bars are not turned', () => {
    const bars = { viz_type: 'echarts_timeseries_bar', xAxisLabelRotation: 90 }
    expect(option({ ...bars, orientation: 'horizontal' }).yAxis).toMatchObject({ axisLabel: { rotate: 0 } })
    expect(option(bars).xAxis).toMatchObject({ axisLabel: { rotate: 90 } })
  })

  it('the value axis of a stream, which has no labels, has no ticks either', () => {
    const area = { viz_type: 'echarts_area', minorTicks: true }
    expect(option(area).yAxis).toMatchObject({ axisTick: { show: true } })
    const stream = option({ ...area, stack: 'Stream' })
    expect(stream.xAxis).toMatchObject({ axisTick: { show: true } })
    expect(stream.yAxis).not.toMatchObject({ axisTick: { show: true } })
  })

  it.each([
    [
      { x_axis_title: 'T', x_axis_title_margin: '30' },
      { name: 'T', nameGap: 30 },
    ],
    [{ xAxisLabelRotation: '45' }, { axisLabel: { rotate: 45 } }],
    [{ time_grain_sqla: 'P1Y' }, { minInterval: 365 * 86_400_000 }],
  ])('x axis of %j', (form, expected) => expect(option(form).xAxis).toMatchObject(expected))

  it.each([
    [1955, 2005, 500, { minInterval: 10 * 365 * 86_400_000 }],
    [1880, 2020, 400, { minInterval: 50 * 365 * 86_400_000 }],
    [1880, 2020, 900, { minInterval: 20 * 365 * 86_400_000 }],
    [2001, 2003, 900, { minInterval: undefined }],
  ])('labels %i to %i on %i px at round steps of years', (from, to, width, expected) => {
    const data = answer({ t: [2, [Date.UTC(from), Date.UTC(to)]], A: [0, [1, 2], ['A']] })
    expect(option({}, data, { size: { width, height: 300 } }).xAxis).toMatchObject(expected)
  })

  it('lets a reader zoom into single years', () => {
    const data = answer({ t: [2, [Date.UTC(1955), Date.UTC(2005)]], A: [0, [1, 2], ['A']] })
    const form = { zoomable: true, time_grain_sqla: 'P1Y' }
    expect(option(form, data).xAxis).toMatchObject({ minInterval: 365 * 86_400_000 })
  })

  it.each(['echarts_timeseries_bar', 'echarts_timeseries_scatter'])(
    'gives the marks of %s their colour back',
    (viz_type) => {
      const data = answer({ c: [1, ['x', 'y']], m: [0, [1, 2]] })
      const form = { viz_type, x_axis: 'c', groupby: [] }
      const color = (more: Partial<DrawInput<TimeseriesForm>>) =>
        (option(form, data, more).series[0]!['itemStyle'] as { color: unknown }).color
      expect(color({ filterState: { selectedValues: ['x'] } })).toBeTypeOf('function')
      // an option is merged into the previous one: missing keys keep their value
      expect(color({})).toBeTypeOf('string')
    },
  )

  it('turns the axes of lying bars', () => {
    const { xAxis, yAxis } = option({ viz_type: 'echarts_timeseries_bar', orientation: 'horizontal' })
    expect(xAxis).toMatchObject({ type: 'value' })
    expect(yAxis).toMatchObject({ type: 'time', inverse: true })
  })

  it.each([
    [{ legendOrientation: 'right', legendMargin: 90 }, { orient: 'vertical', right: 0 }, { right: 102 }],
    [{ legendOrientation: 'bottom' }, { orient: 'horizontal', bottom: 0 }, { bottom: 30 }],
    [{ show_legend: false }, { show: false }, { top: 8 }],
    [{ legendType: 'plain' }, { type: 'plain', top: 0 }, {}],
  ])('legend of %j', (form, legend, grid) => {
    const drawn = option(form, groups, { size: { width: 400, height: 300 } })
    expect(drawn.legend).toMatchObject(legend)
    expect(drawn.grid).toMatchObject(grid)
  })

  it.each([
    ['smooth', { smooth: 0.35 }],
    ['start', { step: 'start' }],
    ['line', { smooth: false, showSymbol: false }],
  ])('series type %s', (seriesType, expected) => expect(option({ seriesType }).series[1]).toMatchObject(expected))

  it('thins what pixels cannot show', async () => {
    await drawing.register(input({}).formData, true)
    const rows = Array.from({ length: 8000 }, (_row, index) => index)
    const data = answer({ t: [2, rows], A: [0, rows, ['A']] })
    expect(option({}, data).series[0]).toMatchObject({ sampling: 'lttb' })
    // with a slider, up to 4000 positions are drawn, regardless of whether another test has loaded the code that leaves
    // out the others
    const bars = answer({ t: [2, rows.slice(0, 3500)], A: [0, rows.slice(0, 3500), ['A']] })
    const form = { viz_type: 'echarts_timeseries_bar', zoomable: true }
    expect(option(form, bars).series[0]).toMatchObject({ large: true })
  })

  it('shows a value that stands alone between gaps', () => {
    const data = answer({ t: [2, [month(0), month(1), month(2)]], A: [0, [null, 5, null], ['A']] })
    const size = option({}, data).series[0]?.symbolSize as (value: unknown, at: { dataIndex: number }) => number
    expect([0, 1, 2].map((dataIndex) => size(5, { dataIndex }))).toEqual([0, 5, 0])
  })

  it('mutes what was not chosen and keeps the chosen one’s colour', () => {
    const plain = option({}).series.map((one) => one.color)
    const chosen = option({}, groups, { filterState: { selectedValues: ['A'] } }).series.map((one) => one.color)
    expect(chosen[1]).toBe(plain[1])
    expect(chosen[0]).not.toBe(plain[0])
  })
})

describe('value labels', () => {
  const label = (form: object, name: string, row: number) => {
    const one = option({ viz_type: 'echarts_timeseries_bar', show_value: true, y_axis_format: ',d', ...form })
    const series = one.series.find((candidate) => candidate.name === name)!
    const { show, formatter } = series.label as { show: boolean; formatter: (params: { dataIndex: number }) => string }
    return show ? formatter({ dataIndex: row }) : ''
  }

  it.each([
    [{}, 'A', 0, '1'],
    [{}, 'B', 1, ''],
    [{ stack: 'Stack' }, 'A', 0, '11'],
    [{ stack: 'Stack' }, 'B', 0, ''],
    [{ stack: 'Stack', only_total: false }, 'B', 0, '10'],
    [{ stack: 'Stack', only_total: false, percentage_threshold: 20 }, 'A', 0, ''],
    [{ viz_type: 'echarts_area', stack: 'Expand' }, 'A', 0, '100%'],
    [{ viz_type: 'echarts_timeseries_scatter', stack: 'Stack', only_total: false }, 'A', 0, '+1'],
    [{ viz_type: 'echarts_timeseries_scatter', stack: 'Stack', only_total: false }, 'B', 0, '10'],
    [{ viz_type: 'echarts_timeseries_scatter', stack: 'Stack', only_total: true }, 'A', 0, '11'],
    [{ viz_type: 'echarts_timeseries_scatter' }, 'A', 0, '1'],
  ])('%j: %s at %i is %j', (form, name, row, expected) => expect(label(form, name, row)).toBe(expected))
})

describe('tooltip', () => {
  const text = (form: Record<string, unknown>, data = groups, row = 0) => {
    const given = input(form, data)
    const model = readTimeseries(given)
    const stacked = stackSeries(model.series, given.formData.stack, () => true)
    const html = tooltipAt(
      { input: given, model, stacked, format: () => (value) => String(value), color: () => '#123456' },
      row,
      stacked.series,
    )
    return {
      html,
      plain: html
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }
  }

  it('says the time and sorted values', () => {
    expect(text({ time_grain_sqla: 'P1M' }).plain).toBe('Jan 2020 B 10 A 1')
    expect(text({ tooltipTimeFormat: '%d/%m/%Y' }).plain).toMatch(/^01\/01\/2020 /)
  })
  it.each([
    [null, undefined, false],
    [null, true, true],
    ['Stack', undefined, true],
    ['Stack', false, false],
  ])('stack %j with showTooltipTotal %j: a total %j', (stack, showTooltipTotal, expected) => {
    expect(text({ stack, showTooltipTotal }).plain.endsWith('Total 11')).toBe(expected)
  })
  it('follows the stack from the top', () => {
    expect(text({ stack: 'Stack', showTooltipTotal: false, tooltipTimeFormat: '%Y' }).plain).toBe('2020 A 1 B 10')
  })
  it('adds shares', () => {
    const { plain } = text({ showTooltipPercentage: true, showTooltipTotal: false, tooltipTimeFormat: '%Y' })
    expect(plain).toBe('2020 B 10 90.91% A 1 9.09%')
  })
  it('lets no markup of the data through', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&'
    const data = answer({ c: [1, [evil]], [evil]: [0, [1], [evil]] })
    expect(text({ x_axis: 'c' }, data).html).not.toMatch(/<img|"'/)
  })
  it('says how many rows it leaves out', () => {
    const names = Array.from({ length: 30 }, (_one, index) => `s${index}`)
    const data = answer({ t: [2, [0]], ...Object.fromEntries(names.map((name) => [name, [0, [1], [name]] as never])) })
    expect(text({}, data).plain).toContain('10 more')
  })
  it('names its total, and what it leaves out, in the language of the reader', () => {
    const german: Record<string, string> = { Total: 'Gesamt', '{count} more': '{count} weitere' }
    written.translate = (each) => german[each] ?? each
    const names = Array.from({ length: 30 }, (_one, index) => `s${index}`)
    const data = answer({ t: [2, [0]], ...Object.fromEntries(names.map((name) => [name, [0, [1], [name]] as never])) })
    const { plain } = text({ showTooltipTotal: true }, data)
    written.translate = (each) => each
    expect(plain).toMatch(/10 weitere Gesamt 30$/)
  })
})

describe('cross filter', () => {
  const emit = (form: Record<string, unknown>, event: object, data = groups, filterState?: DataMask['filterState']) =>
    drawing.crossFilter!({ ...input(form, data), filterState }, event)

  it('filters by the series’ values, and no more at the second click', () => {
    expect(emit({}, { seriesName: 'B' })).toEqual({
      extraFormData: { filters: [{ col: 'g', op: 'IN', val: ['B'] }] },
      filterState: { value: [['B']], selectedValues: ['B'], label: 'B' },
    })
    expect(emit({}, { seriesName: 'B' }, groups, { selectedValues: ['B'] })).toEqual({
      extraFormData: {},
      filterState: { value: null, selectedValues: null },
    })
  })

  it('asks for missing values as such', () => {
    const data = answer({ t: [2, [0]], 'm, <NULL>, x': [0, [1], ['m', '<NULL>', 'x']] })
    expect(emit({ groupby: ['g', 'h'] }, { seriesName: 'm, <NULL>, x' }, data)?.extraFormData?.filters).toEqual([
      { col: 'g', op: 'IS NULL' },
      { col: 'h', op: 'IN', val: ['x'] },
    ])
  })

  it('filters by the category where there is no dimension, by nothing on a time axis', () => {
    const data = answer({ c: [1, ['x', 'y']], m: [0, [1, 2]] })
    const form = { viz_type: 'echarts_timeseries_bar', x_axis: 'c', groupby: [] }
    expect(emit(form, { dataIndex: 1 }, data)?.extraFormData?.filters).toEqual([{ col: 'c', op: 'IN', val: ['y'] }])
    expect(emit({ groupby: [] }, { dataIndex: 1 })).toBeNull()
  })
})

describe('names at the ends of lines', () => {
  const isNamed = (show_legend: boolean, width: number) =>
    (option({ show_legend }, groups, { size: { width, height: 300 } }).series[0] as { endLabel: { show: boolean } })
      .endLabel.show
  it.each([
    [true, 600, true],
    [true, 420, false],
    [false, 420, true],
    [false, 340, true],
    [false, 204, true],
    [false, 170, false],
  ])('legend %s, %d px wide: %s', (legend, width, expected) => expect(isNamed(legend, width)).toBe(expected))
})

describe('marks for the keyboard', () => {
  const labels = (marks: { label: string }[] = []) => marks.map(({ label }) => label)

  it('are the series, and the points of each that have a value', () => {
    const given = input({ time_grain_sqla: 'P1M' })
    const [first, second] = drawing.marks!(given)
    expect(labels(drawing.points!(given, first!))).toEqual(['Jan 2020, B', 'Mar 2020, B'])
    const points = drawing.points!(given, second!)
    expect(drawing.drill!(given, points[1]!)?.filters).toEqual([
      { col: 't', op: '==', val: month(1) },
      { col: 'g', op: '==', val: 'A' },
    ])
  })

  it('reach the points of a time axis without dimensions, which are no filters', () => {
    const given = input({ groupby: [], metrics: ['A'] })
    const [series] = drawing.marks!(given)
    expect(drawing.crossFilter!(given, series!)).toBeNull()
    expect(drawing.points!(given, series!)).toHaveLength(2)
  })
})

describe('a stack that has no place on a log axis', () => {
  const yAxis = (saved: object) => option({ logAxis: true, ...saved }).yAxis!

  it('of shares or as a stream has a linear one', () => {
    expect(yAxis({}).type).toBe('log')
    expect(yAxis({ stack: 'Stack' }).type).toBe('log')
    expect(yAxis({ stack: 'Expand' }).type).toBe('value')
    expect(yAxis({ stack: 'Stream' }).type).toBe('value')
  })

  it('ignores bounds as a stream', () => {
    expect(yAxis({ stack: 'Stream', y_axis_bounds: [40, 80] })).toMatchObject({ min: undefined, max: undefined })
  })

  it('lifts horizontal bars along their axis', () => {
    const saved = { viz_type: 'echarts_timeseries_bar', orientation: 'horizontal', stack: 'Stream' }
    const { series } = option(saved)
    expect(series.find(({ id }) => id === 'stream base')?.encode).toEqual({ x: 'base', y: 'x' })
  })
})

it('a horizontal slider is between the plot and a legend at the right', () => {
  const saved = { viz_type: 'echarts_timeseries_bar', orientation: 'horizontal', zoomable: true }
  const rightOf = (legendOrientation: string) => {
    const { dataZoom } = option({ ...saved, show_legend: true, legendOrientation }) as unknown as {
      dataZoom: { right: number }[]
    }
    return dataZoom[0]!.right
  }
  expect(rightOf('top')).toBe(4)
  expect(rightOf('right')).toBeGreaterThan(60)
})

it('a log axis writes powers of ten that its format would write as zero', () => {
  const small = answer({ t: [2, [month(0), month(1)]], A: [0, [0.001, 5], ['A']] })
  const { axisLabel } = option({ logAxis: true, y_axis_format: '+,.1f' }, small).yAxis as {
    axisLabel: { formatter: (value: number) => string }
  }
  expect([0.001, 0.1, 1].map((value) => axisLabel.formatter(value))).toEqual(['+0.001', '+0.1', '+1.0'])
})

it.each([
  [600, true, 24],
  [358, false, 40],
])('a zoomable chart of %i px has buttons: %s, and handles of %s px', (width, hasButtons, target) => {
  const { dataZoom, toolbox } = option({ zoomable: true }, groups, { size: { width, height: 320 } })
  const [slider] = dataZoom as unknown as { handleSize?: number }[]
  expect([toolbox?.['show'], slider?.handleSize]).toEqual([hasButtons, target])
})
