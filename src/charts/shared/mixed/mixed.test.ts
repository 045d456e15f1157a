import { describe, expect, it } from 'vitest'
import type { ChartData } from '../../../model/query/chartData.ts'
import { answer, drawInput, noDatasource } from '../../testing/drawInput.ts'
import { contextOfSaved, exploreSaved, openSaved } from '../../testing/parts.ts'
import type { DrawInput } from '../contract.ts'
import { drawing } from './drawing.ts'
import type { MixedForm } from './formData.ts'

const month = (index: number) => Date.UTC(2020, index, 1)
const saved = {
  viz_type: 'mixed_timeseries',
  datasource: '1__table',
  x_axis: 't',
  metrics: ['sales'],
  metrics_b: ['price'],
  groupby: ['region'],
  yAxisIndexB: 1,
}
const open = (more: object = {}) => openSaved({ ...saved, ...more })!.formData as MixedForm
const a = answer({
  t: [2, [0, 1, 2].map(month)],
  North: [0, [10, 20, 30], ['North']],
  South: [0, [1, null, 3], ['South']],
})
const b = answer({ t: [2, [1, 2, 3].map(month)], price: [0, [0.5, 0.25, 2]] })

interface Option {
  dataset: { source: Record<string, unknown[]> }[]
  xAxis: { type: string; data?: string[] }
  yAxis: Record<string, unknown>[]
  legend: { data: string[] }
  title?: { text: string }
  tooltip: { formatter: (params: unknown) => string }
  series: (Record<string, unknown> & { id: string; name: string; datasetIndex: number; encode: { y: string } })[]
}
const inputOf = (more: object = {}, data: ChartData[] = [a, b], rest: Partial<DrawInput<MixedForm>> = {}) =>
  drawInput(open(more), data, rest)
const option = (...args: Parameters<typeof inputOf>) => drawing.option(inputOf(...args)) as unknown as Option
const valuesOf = ({ series, dataset }: Option, name: string) => {
  const one = series.find((each) => each.name === name)!
  return dataset[one.datasetIndex]!.source[one.encode.y]
}

describe('the queries of a mixed chart', () => {
  const queriesOf = (more: object) =>
    contextOfSaved({ formData: { ...saved, ...more }, datasource: noDatasource })!.queries

  it('have their own metrics, filters and limits', () => {
    const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'c', operator: '>', comparator: 1 }
    const [first, second] = queriesOf({
      limit: 5,
      row_limit: 50,
      adhoc_filters_b: [filter],
      limit_b: 7,
      order_desc_b: false,
      time_compare_b: ['1 year ago'],
      rolling_type_b: 'cumsum',
    })
    expect(first).toMatchObject({
      metrics: ['sales'],
      series_columns: ['region'],
      series_limit: 5,
      row_limit: 50,
      filters: [],
    })
    expect(second).toMatchObject({
      metrics: ['price'],
      series_columns: [],
      series_limit: 7,
      row_limit: 10_000,
      filters: [{ col: 'c', op: '>', val: 1 }],
      time_offsets: ['1 year ago'],
      orderby: [['price', true]],
    })
    expect(first!.post_processing!.map((step) => step!.operation)).toEqual(['pivot', 'rename', 'flatten'])
    expect(second!.post_processing!.map((step) => step!.operation)).toEqual(['pivot', 'cum', 'flatten'])
  })

  it('are a single one if the second has no metrics', () => {
    expect(queriesOf({ metrics_b: [] }).map(({ metrics }) => metrics)).toEqual([['sales']])
  })

  it('have no contribution, sort or forecast', () => {
    const form = { contributionMode: 'row', x_axis_sort: 'sales', forecastEnabled: true, groupby: [] }
    for (const { post_processing: steps } of queriesOf(form)) {
      expect(steps!.map((step) => step!.operation)).toEqual(['pivot', 'flatten'])
    }
  })

  it('both have the time range in explore', () => {
    const form = { viz_type: 'mixed_timeseries', granularity_sqla: 't', time_range: 'Last year', metrics: ['m'] }
    const filter = { subject: 't', operator: 'TEMPORAL_RANGE', comparator: 'Last year' }
    expect(exploreSaved(form, noDatasource)).toMatchObject({ adhoc_filters: [filter], adhoc_filters_b: [filter] })
  })
})

describe('the drawing of a mixed chart', () => {
  it('shows the values of each query on its axis', () => {
    const drawn = option({ seriesType: 'bar' })
    expect(drawn.series.map(({ name, type, yAxisIndex }) => [name, type, yAxisIndex])).toEqual([
      ['North', 'bar', 0],
      ['South', 'bar', 0],
      ['price', 'line', 1],
    ])
    expect(valuesOf(drawn, 'North')).toEqual([10, 20, 30])
    expect(valuesOf(drawn, 'price')).toEqual([0.5, 0.25, 2])
    expect(drawn.yAxis).toMatchObject([{ show: true }, { show: true, splitLine: { show: false } }])
  })

  it('has as many ticks on both axes, with round steps', () => {
    const [left, right] = option({ truncateYAxis: true }).yAxis
    const ticks = (axis: Record<string, unknown>) => (Number(axis.max) - Number(axis.min)) / Number(axis.interval)
    expect(ticks(left!)).toBe(ticks(right!))
    expect([left!.min, right!.min]).toEqual([0, 0])
    expect(option({ y_axis_bounds: [0, 33] }).yAxis[1]).toMatchObject({ alignTicks: true })
  })

  it('shows one axis if both queries use it', () => {
    expect(option({ yAxisIndexB: 0 }).yAxis).toMatchObject([{ show: true }, { show: false }])
    const second = option({ yAxisIndex: 1 }).yAxis
    expect(second).toMatchObject([{ show: false }, { show: true }])
    expect(second[1]!.splitLine).not.toEqual({ show: false })
  })

  it('has the x values of both queries', () => {
    const names = (...values: string[]) => answer({ t: [1, values], m: [0, values.map((_v, at) => at)] })
    const form = { groupby: [], metrics: ['m'], metrics_b: ['m'] }
    expect(option(form, [names('a', 'b'), names('b', 'c')]).xAxis).toMatchObject({
      type: 'category',
      data: ['a', 'b', 'c'],
    })
    expect(option(form, [answer({}), b]).xAxis.type).toBe('time')
  })

  it('treats a number as a category in both queries if one has bars', () => {
    const numbers = answer({ t: [0, [1, 2]], m: [0, [3, 4]] })
    expect(option({ groupby: [], seriesTypeB: 'bar' }, [numbers, numbers]).xAxis.type).toBe('category')
    expect(option({ groupby: [] }, [numbers, numbers]).xAxis.type).toBe('value')
  })

  it('numbers a series of B that has the same name as one of A, and stacks each query separately', () => {
    const form = { groupby: [], metrics_b: ['sales'], stack: true, stackB: true }
    const sales = answer({ t: [2, [month(0)]], sales: [0, [1]] })
    const drawn = option(form, [sales, sales])
    expect(drawn.legend.data).toEqual(['sales', 'sales (1)'])
    expect(drawn.series.map(({ stack }) => stack)).toEqual(['stack 0', 'stack 1'])
    expect(new Set(drawn.series.map(({ color }) => color)).size).toBe(2)
  })

  it('lists the values of both queries in the tooltip, sorted by size if configured', () => {
    const hits = [
      { seriesName: 'North', dataIndex: 1 },
      { seriesName: 'price', dataIndex: 0 },
    ]
    expect(option().tooltip.formatter(hits)).toMatch(/2020-02-01.*North.*20.*price.*0\.5/)
    const sorted = [hits[1], hits[0]]
    expect(option({ tooltipSortByMetric: true }).tooltip.formatter(sorted)).toMatch(/North.*price/)
  })

  it('filters by the dimensions of the query that the mark belongs to', () => {
    const input = inputOf({ groupby_b: ['item'] }, [a, answer({ t: [2, [month(0)]], North: [0, [9], ['North']] })])
    const filterOf = (seriesName: string) => drawing.crossFilter!(input, { seriesName })?.extraFormData?.filters
    expect(filterOf('North')).toEqual([{ col: 'region', op: 'IN', val: ['North'] }])
    expect(filterOf('North (1)')).toEqual([{ col: 'item', op: 'IN', val: ['North'] }])
    expect(drawing.marks!(input).map(({ label }) => label)).toEqual(['North', 'South', 'North (1)'])
    expect(drawing.crossFilter!(inputOf(), { seriesName: 'price' })).toBeNull()
  })

  it('mutes all series except the selected one', () => {
    const { series } = option({}, [a, b], { filterState: { selectedValues: ['South'] } })
    const width = (name: string) => (series.find((one) => one.name === name)!.lineStyle as { width: number }).width
    expect([width('North'), width('South'), width('price')]).toEqual([1, 1.75, 1])
  })

  it('has one table with both results', () => {
    const rows = drawing.rowsOf!(inputOf())
    expect(rows.colnames).toEqual(['t', 'North', 'South', 'price'])
    expect(rows.columns).toEqual([
      [0, 1, 2, 3].map(month),
      [10, 20, 30, null],
      [1, null, 3, null],
      [null, 0.5, 0.25, 2],
    ])
  })

  it('draws the largest of very many series, and says how many there are', async () => {
    const many = Array.from({ length: 2100 }, (_none, at) => at)
    const wide = answer({
      t: [2, [month(0)]],
      ...(Object.fromEntries(many.map((at) => [`n${at}`, [0, [at], [`n${at}`]]])) as object),
    })
    const form = { groupby_b: ['item'] }
    await drawing.register(open(form), true)
    const drawn = option(form, [wide, wide])
    expect(drawn.series.map(({ name }) => name)).toContain('n2099 (1)')
    expect(drawn.series).toHaveLength(200)
    expect(drawn.title?.text).toBe('The 100 largest of 2,100 series')
    expect(drawing.more!(inputOf(form, [b, wide]))).toMatchObject({ label: 'Show 1000 series' })
    expect(drawing.more!(inputOf(form))).toBeNull()
    expect(option({ ...form, drawn_series: 1000 }, [wide, wide]).series).toHaveLength(2000)
  })

  it.each([
    ['one point', [answer({ t: [2, [month(0)]], m: [0, [1]] }), answer({})]],
    ['nothing but nulls', [answer({ t: [2, [null]], m: [0, [null]] }), b]],
    ['one result only', [a]],
    ['wrong types', [answer({ t: [1, ['a']], m: [1, ['x']] }), b]],
  ])('draws %s', (_name, data) => expect(() => option({ show_value: true, logAxis: true }, data)).not.toThrow())
})

it('keeps a distance between the zoom buttons and the axis below them', () => {
  const topOf = (more: object) =>
    (option({ show_legend: false, ...more }) as unknown as { grid: { top: number } }).grid.top
  const withButtons = { zoomable: true }
  // the labels of the second axis are below the buttons, those of the first are not
  expect(topOf(withButtons) - topOf({ ...withButtons, yAxisIndexB: 0 })).toBeGreaterThanOrEqual(6)
  expect(topOf({})).toBe(topOf({ yAxisIndexB: 0 }))
})

describe('the legend of a mixed chart', () => {
  const legendOf = (more: object) => option(more).legend as unknown as { data: { name: string; icon: string }[] }

  it('has a dash for lines and a box for bars', () => {
    const { data } = legendOf({ seriesType: 'bar' })
    expect(data.map(({ name, icon }) => [name, icon.startsWith('path')])).toEqual([
      ['North', false],
      ['South', false],
      ['price', true],
    ])
    expect(legendOf({}).data).toEqual(['North', 'South', 'price'])
  })

  it.each([
    ['values', 'price, 1 year ago'],
    ['difference', 'price, change from 1 year ago'],
    ['percentage', 'price, percentage change from 1 year ago'],
    ['ratio', 'price, ratio to 1 year ago'],
  ])('says what a comparison shows: %s', (comparison_type_b, label) => {
    const name = comparison_type_b === 'values' ? 'price__1 year ago' : `${comparison_type_b}__price__price__1 year ago`
    const compared = answer({ t: [2, [1, 2].map(month)], [name]: [0, [1, 2]] })
    const { series } = option({ groupby: [], time_compare_b: ['1 year ago'], comparison_type_b }, [a, compared])
    expect(series.map((one) => one.name)).toContain(label)
  })
})

it.each([
  [{ seriesType: 'bar' }, 600, undefined],
  [{ seriesType: 'bar' }, 280, '10%'],
  [{ seriesType: 'bar', seriesTypeB: 'bar' }, 600, '10%'],
])('has thin bars close together: %j in %i px', (form, width, expected) => {
  const days = Array.from({ length: 120 }, (_none, at) => at * 86_400_000)
  const [m, n] = ['m', 'n'].map((name) => answer({ t: [2, days], [name]: [0, days.map((_day, at) => at)] }))
  const drawn = option({ groupby: [], metrics_b: ['n'], ...form }, [m!, n!], { size: { width, height: 300 } })
  const gaps = drawn.series.filter(({ type }) => type === 'bar').map((one) => one['barCategoryGap'])
  expect(new Set(gaps)).toEqual(new Set([expected]))
})

it('leaves out markers that would touch each other', () => {
  const shows = (width: number) =>
    option({ markerEnabledB: true, markerSizeB: 6 }, undefined, { size: { width, height: 200 } }).series.find(
      ({ name }) => name === 'price',
    )!['showSymbol']
  expect([shows(600), shows(70)]).toEqual([true, false])
})

it('puts the title of an axis that no query uses on the other one', () => {
  const titles = (more: object) =>
    option({ y_axis_title: 'Millimeters', yAxisIndex: 1, ...more }, undefined, {
      size: { width: 600, height: 400 },
    }).yAxis.map(({ name }) => name)
  expect(titles({})[1]).toBe('Millimeters')
  expect(titles({ yAxisTitleSecondary: 'Price' })[1]).toBe('Price')
})
