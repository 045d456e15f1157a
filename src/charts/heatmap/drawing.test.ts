import { describe, expect, it } from 'vitest'
import { readableText } from '../shared/color/readable.ts'
import { sequentialScale } from '../shared/color/sequential.ts'
import { labelWidth } from '../shared/textWidth.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { cellColors, domainOf, drawing } from './drawing.ts'
import { readGrid } from './model.ts'
import type { HeatmapForm } from './query.ts'

const rows = answer({
  day: [1, ['Tue', 'Mon', 'Mon', 'Wed']],
  city: [1, ['B', 'A', 'B', null]],
  n: [0, [4, 1, null, 5]],
  rank: [0, [0.66, 0.33, null, 1]],
})
const form = { viz_type: 'heatmap_v2', x_axis: 'day', groupby: 'city', metric: 'n' }
const input = (saved: Record<string, unknown> = {}, given = rows) =>
  drawInput(openSaved({ ...form, ...saved })!.formData as HeatmapForm, [given])

describe('readGrid', () => {
  it('has a cell for each row with a value', () => {
    const grid = readGrid(input({ sort_x_axis: 'alpha_asc', sort_y_axis: 'alpha_asc' }))
    expect([grid.x, grid.y]).toEqual([
      ['Mon', 'Tue', 'Wed'],
      ['A', 'B', '<NULL>'],
    ])
    expect(grid.cells.map(({ x, y, value }) => [grid.x[x], grid.y[y], value])).toEqual([
      ['Tue', 'B', 4],
      ['Mon', 'A', 1],
      ['Wed', '<NULL>', 5],
    ])
  })
  it.each([
    ['value_desc', ['Wed', 'Tue', 'Mon']],
    ['value_asc', ['Mon', 'Tue', 'Wed']],
    ['alpha_desc', ['Wed', 'Tue', 'Mon']],
    [null, ['Tue', 'Mon', 'Wed']],
  ])('sorts by %s', (order, expected) => expect(readGrid(input({ sort_x_axis: order })).x).toEqual(expected))
  it('sorts times and numbers by value', () => {
    const times = answer({ day: [2, [9e11, 1e11, -3e12]], city: [1, ['a', 'a', 'a']], n: [0, [1, 2, 3]] })
    expect(readGrid(input({ x_axis_time_format: '%Y' }, times)).x).toEqual(['1874', '1973', '1998'])
    const numbers = answer({ day: [0, [10, 9, 2]], city: [1, ['a', 'a', 'a']], n: [0, [1, 2, 3]] })
    expect(readGrid(input({ sort_x_axis: 'alpha_asc' }, numbers)).x).toEqual(['2', '9', '10'])
    expect(readGrid(input({}, numbers)).x).toEqual(['2', '9', '10'])
  })
  it.each([
    ['heatmap', [0.4, 0.1, 0.5]],
    ['x', [1, 1, 1]],
    ['y', [1, 1, 1]],
  ])('computes shares across %s', (normalize_across, shares) =>
    expect(readGrid(input({ normalize_across })).cells.map(({ share }) => share)).toEqual(shares),
  )
})

interface Option {
  visualMap: { min: number; max: number; dimension: number; inRange: { color: string[] }; show: boolean }
  series: { data: { value: number[]; label: { color: string } }[] }[]
}
const option = (...args: Parameters<typeof input>) => drawing.option(input(...args)) as unknown as Option

describe('colors', () => {
  it('run from the smallest to the largest value, or between the bounds', () => {
    expect(option().visualMap).toMatchObject({ min: 1, max: 5, dimension: 2 })
    expect(option({ value_bounds: [0, 10] }).visualMap).toMatchObject({ min: 0, max: 10 })
    expect(option({ normalized: true }).visualMap).toMatchObject({ min: 0, max: 1, dimension: 3 })
  })
  it('begin and end with the colors of the scheme', () => {
    const scale = sequentialScale('schemeBlues', [0, 1])
    const { color } = option({ linear_color_scheme: 'schemeBlues' }).visualMap.inRange
    expect([color[0], color.at(-1)]).toEqual([scale(0), scale(1)])
  })
  it('are one color for one value', () => {
    const one = answer({ day: [1, ['a']], city: [1, ['b']], n: [0, [7]] })
    const { min, max, inRange } = option({}, one).visualMap
    expect([min < 7, max > 7, inRange.color.length]).toEqual([true, true, 1])
  })
  it('are those of their piece, and the values on top of them readable', () => {
    const sorted = answer({ day: [1, ['a', 'b', 'c']], city: [1, ['x', 'x', 'x']], n: [0, [0, 67, 100]] })
    const saved = { show_values: true, legend_type: 'piecewise', linear_color_scheme: 'schemeBlues' }
    const input358 = { ...input(saved, sorted), size: { width: 358, height: 320 } }
    const colorOf = cellColors(input358, [0, 100])
    const scale = sequentialScale('schemeBlues', [0, 100])
    expect([0, 32, 34, 66, 67, 100].map(colorOf)).toEqual([0, 0, 50, 50, 100, 100].map(scale))
    const { series } = drawing.option(input358) as unknown as Option
    const colors = series[0]!.data.map((cell) => cell.label.color)
    expect(colors[1]).toBe(readableText(scale(100)))
    expect(colors[1]).not.toBe(colors[0])
  })
  it('have readable values on top of them', () => {
    const labels = option({ show_values: true }).series[0]!.data.map((cell) => cell.label.color)
    expect(labels).toEqual(['#ffffff', '#1a1f1e', '#ffffff'])
  })
})

it('values have at least 3 px at each side, and are larger in large cells', () => {
  const [column, row] = [Array.from({ length: 12 }, (_, at) => at + 10), Array.from({ length: 12 }, () => 'x')]
  const given = answer({ day: [1, column.map(String)], city: [1, row], n: [0, column.map((at) => at + 0.5)] })
  const labelIn = (width: number) =>
    (
      drawing.option({
        ...input({ show_values: true, y_axis_format: '.1f' }, given),
        size: { width, height: 320 },
      }) as unknown as { series: { label: { show: boolean; fontSize?: number } }[] }
    ).series[0]!.label
  expect(labelIn(290)).toMatchObject({ show: false })
  expect(labelIn(350)).toMatchObject({ show: true, fontSize: 10 })
  expect(labelIn(450)).toMatchObject({ show: true, fontSize: 11 })
  expect(labelIn(1376)).toMatchObject({ show: true, fontSize: 13 })
})

it('leaves space for the last label below the grid', () => {
  const days = Array.from({ length: 30 }, (_, at) => `${at + 1} September 2001`)
  const given = answer({ day: [1, days], city: [1, days.map(() => 'x')], n: [0, days.map((_, at) => at)] })
  const rightOf = (saved: object) =>
    (
      drawing.option({ ...input({ ...saved }, given), size: { width: 450, height: 320 } }) as unknown as {
        grid: { right: number }
      }
    ).grid.right
  const half = labelWidth(days[29]!) / 2
  // every 29th label: the last one is below the last cell
  expect(rightOf({ xscale_interval: 29 })).toBeGreaterThan(half - 450 / 30)
  // the last one is far from the end
  expect(rightOf({ xscale_interval: 20 })).toBe(12)
})

it('shows the last label below the grid if only some fit', () => {
  const months = Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, '0'))
  const given = answer({ day: [1, months], city: [1, months.map(() => 'x')], n: [0, months.map(Number)] })
  const labelsIn = (width: number) => {
    const { xAxis } = drawing.option({ ...input({}, given), size: { width, height: 200 } }) as unknown as {
      xAxis: { axisLabel: { interval: number | ((at: number) => boolean) } }
    }
    const { interval } = xAxis.axisLabel
    return months.filter((_, at) => (typeof interval === 'function' ? interval(at) : at % (interval + 1) === 0))
  }
  expect(labelsIn(600)).toEqual(months)
  for (const width of [200, 220, 240]) expect(labelsIn(width)).toEqual(['02', '04', '06', '08', '10', '12'])
})

it('says what it needs if no row has a value', () => {
  const none = answer({ day: [1, ['a']], city: [1, ['b']], n: [0, [null]] })
  expect(drawing.needs?.(input({}, none))).toMatch(/needs a metric with numbers/)
  expect(drawing.needs?.(input())).toBeUndefined()
  expect(domainOf(input({}, none).formData, readGrid(input({}, none)))).toEqual([0, 1])
})

describe('query', () => {
  const queryOf = (saved: Record<string, unknown>) => {
    const opened = openSaved({ ...form, datasource: '1__table', ...saved })!
    return opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })[0]!
  }
  it('orders sorted axes and ranks across them', () => {
    const query = queryOf({ sort_x_axis: 'alpha_desc', sort_y_axis: 'value_asc', normalize_across: 'y' })
    expect(query).toMatchObject({
      columns: ['day', 'city'],
      metrics: ['n'],
      orderby: [
        ['day', false],
        ['n', true],
      ],
      post_processing: [{ operation: 'rank', options: { metric: 'n', group_by: 'city' } }],
    })
    expect(queryOf({})).not.toHaveProperty('orderby')
  })
  it('of the retired type requests the same data', () => {
    const old = openSaved({
      viz_type: 'heatmap',
      datasource: '1__table',
      all_columns_x: 'day',
      all_columns_y: 'city',
      metric: 'n',
      y_axis_bounds: [1, 9],
      show_perc: false,
      sort_by_metric: true,
      granularity_sqla: 'at',
      time_range: 'Last year',
    })!
    expect(old.chart.type).toBe('heatmap_v2')
    expect(old.formData).toMatchObject({ value_bounds: [1, 9], show_percentage: false, sort_x_axis: 'alpha_asc' })
    expect(old.formData).not.toHaveProperty('sort_by_metric')
    const query = old.query.buildQuery({ formData: old.formData, datasource: input().datasource })[0]!
    expect(query.columns).toEqual(['day', 'city'])
    expect(query.filters).toEqual([{ col: 'at', op: 'TEMPORAL_RANGE', val: 'Last year' }])
  })
})
