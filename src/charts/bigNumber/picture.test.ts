import { describe, expect, it } from 'vitest'
import type { GenericType } from '../../model/dataset/dataset.ts'
import { written } from '../../model/language/written.ts'
import type { JsonCell } from '../../model/query/chartData.ts'
import { bigNumberTotalPicture } from '../bigNumberTotal/picture.ts'
import type { BigNumberTotalForm } from '../bigNumberTotal/query.ts'
import type { Picture } from '../shared/bigNumber/picture.ts'
import { sparkline } from '../shared/bigNumber/sparkline.ts'
import { visibleOnDark } from '../shared/color/index.ts'
import { chartTheme } from '../shared/theme.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { bigNumberPicture, relativeChange, shownPoint } from './picture.ts'
import type { BigNumberForm } from './query.ts'

const day = 86_400_000
const line = (picture: Picture, role: string) =>
  picture.lines
    .find((each) => each.role === role)
    ?.runs.map((run) => run.text)
    .join(' ')

function trendInput(
  values: (number | null)[],
  saved: Record<string, unknown> = {},
  size = { width: 320, height: 200 },
  theme = chartTheme('light'),
  now?: number,
) {
  const form = openSaved({ viz_type: 'big_number', x_axis: 't', metric: 'm', ...saved })!.formData as BigNumberForm
  // unordered rows, as a database may return them
  const order = [...values.keys()].toReversed()
  const data = answer({ t: [2, order.map((row) => row * day)], m: [0, order.map((row) => values[row] ?? null)] })
  return drawInput(form, [data, answer({ m: [0, [99]] })], { size, theme, ...(now !== undefined && { now }) })
}

const trend = (...asked: Parameters<typeof trendInput>) => bigNumberPicture(trendInput(...asked))

function total(value: JsonCell, saved: Record<string, unknown> = {}, type: GenericType = 0, datasource = noDatasource) {
  const form = openSaved({ viz_type: 'big_number_total', metric: 'm', ...saved })!.formData as BigNumberTotalForm
  const data = [answer({ m: [type, [value]] })]
  return bigNumberTotalPicture(drawInput(form, data, { datasource, size: { width: 320, height: 100 } }))
}

it.each([
  [[10, 20], 1, 1],
  [[-10, -5], 1, 0.5],
  [[0, 5], 1, 0],
  [[1, 5], 2, undefined],
  [[null, 5], 1, undefined],
])('change of %j over %i is %s', (values, lag, expected) => {
  const points = values.map((value, index): [number, number | null] => [index, value])
  expect(relativeChange(points, points.length - 1, lag)).toBe(expected)
})

describe('big number with trend line', () => {
  it('is larger and in the middle of a pane of its own, over a taller line; tiles are as they were', () => {
    const figure = (picture: Picture) => picture.lines.find((each) => each.role === 'figure')!
    const top = (picture: Picture) =>
      Math.min(...[...picture.spark!.line.matchAll(/,([\d.]+)/g)].map((at) => Number(at[1])))
    const pane = trend([1, 2, 3], {}, { width: 730, height: 700 })
    expect(figure(pane)).toMatchObject({ x: 365, isCentred: true, runs: [{ fontSize: 128 }] })
    expect(top(pane)).toBeLessThan(450)
    const tile = trend([1, 2, 3], {}, { width: 730, height: 300 })
    expect(figure(tile)).toMatchObject({ x: 0, runs: [{ fontSize: 44 }] })
    expect(figure(tile).isCentred).toBeUndefined()
  })

  it('shows the latest value and its change', () => {
    const picture = trend([1, 2, 3], { compare_lag: '1', compare_suffix: 'WoW', y_axis_format: ',.1f' })
    expect(line(picture, 'figure')).toBe('3.0')
    expect(line(picture, 'change')).toBe('↗ +50.0% WoW')
    expect(picture.spark?.line).toMatch(/^M0,/)
  })

  it.each([
    [[1, 2], {}, 'successFg'],
    [[2, 1], {}, 'dangerFg'],
    [[1, 2], { comparison_color_scheme: 'Red' }, 'dangerFg'],
    [[2, 1], { comparison_color_scheme: 'Red' }, 'successFg'],
    [[1, 2], { comparison_color_enabled: false }, 'text2'],
    [[2, 2], {}, 'text2'],
  ] as const)('colours the change of %j with %j as %s', (values, saved, color) => {
    const change = trend([...values], { compare_lag: 1, ...saved }).lines.find((each) => each.role === 'change')
    expect(change?.runs[0]?.color).toBe(chartTheme('light')[color])
  })

  it('makes a large figure smaller before its words go', () => {
    const saved = { viz_type: 'big_number_total', header_font_size: 0.6, subheader: 'a year' }
    const form = openSaved({ metric: 'm', ...saved })!.formData as BigNumberTotalForm
    const size = { width: 320, height: 56 }
    const picture = bigNumberTotalPicture(drawInput(form, [answer({ m: [0, [7]] })], { size }))
    expect(line(picture, 'subheader')).toBe('a year')
  })

  it.each([
    ['LAST_VALUE', '4'],
    ['sum', '10'],
    ['mean', '2.5'],
    ['min', '1'],
    ['max', '4'],
    ['median', '2.5'],
    ['raw', '99'],
  ])('aggregates by %s', (aggregation, expected) => {
    expect(line(trend([1, 2, 3, 4], { aggregation }), 'figure')).toBe(expected)
  })

  it('says so where the newest value is missing', () => {
    const picture = trend([1, 2, null])
    expect(line(picture, 'figure')).toBe('2')
    expect(line(picture, 'change')).toBe('Not up to date')
  })

  it.each([
    // the values are of January 1 and 2, 1970
    ['in the last day', 1.5 * day, {}, 'Not complete'],
    ['in the last day, with a change', 1.5 * day, { compare_lag: 1 }, '↗ +100.0% Not complete'],
    ['after it', 2.1 * day, {}, undefined],
    ['in the last day, with a sum of all days', 1.5 * day, { aggregation: 'sum' }, undefined],
  ])('says so where the shown period goes on: read %s', (_, now, saved, words) => {
    const picture = trend([1, 2], { time_grain_sqla: 'P1D', ...saved }, undefined, undefined, now)
    expect(line(picture, 'change')).toBe(words)
  })

  it('says it in the language of the reader, also in the text for screen readers', () => {
    const german: Record<string, string> = { 'Not complete': 'Nicht vollständig', 'Not up to date': 'Nicht aktuell' }
    written.translate = (text) => german[text] ?? text
    const saved = { time_grain_sqla: 'P1D' }
    const input = trendInput([1, 2], saved, undefined, undefined, 1.5 * day)
    expect(line(bigNumberPicture(input), 'change')).toBe('Nicht vollständig')
    expect(shownPoint(input).text).toBe('1970-01-02 (nicht vollständig): 2')
    expect(line(bigNumberPicture(trendInput([1, null], saved)), 'change')).toBe('Nicht aktuell')
    written.translate = (text) => text
  })

  it.each([
    [320, 100, 'over last month', '↗ +100.0% Not complete'],
    [400, 120, 'over last month', '↗ +100.0% Not complete'],
    [280, 90, 'MoM', '↗ +100.0% Not complete'],
    [200, 130, 'over last month', '↗ +100.0% Not complete'],
    [160, 130, 'over last month', '↗ +100.0% Not complete'],
    [160, 130, 'MoM', '↗ +100.0% Not complete'],
    [800, 120, 'over last month', '↗ +100.0% over last month Not complete'],
    [110, 130, 'MoM', '↗ +100.0%'],
  ])(
    'keeps the note clear of the line and inside the tile: %i x %i with %j',
    (width, height, compare_suffix, words) => {
      const saved = { time_grain_sqla: 'P1D', compare_lag: 1, compare_suffix }
      const picture = trend([1, 2], saved, { width, height }, undefined, 1.5 * day)
      expect(line(picture, 'change')).toBe(words)
      const runs = picture.lines.find(({ role }) => role === 'change')?.runs ?? []
      const end = runs.reduce((sum, run) => sum + (run.gap ?? 0) + run.text.length * run.fontSize * 0.56, 0)
      expect(end).toBeLessThanOrEqual(Number(/^M([\d.]+)/.exec(picture.spark?.line ?? '')?.[1]) || width)
    },
  )

  it('has no data where every value is missing', () => expect(line(trend([null, null]), 'figure')).toBe('No data'))
  it('draws a fall with a true minus', () => expect(line(trend([4, 3], { compare_lag: 1 }), 'change')).toBe('↘ −25.0%'))
  it('leaves the line out where it is switched off or has one point', () => {
    expect(trend([1, 2], { show_trend_line: false }).spark).toBeUndefined()
    expect(trend([1]).spark).toBeUndefined()
  })
  it('writes the time above', () =>
    expect(line(trend([1, 2], { show_timestamp: true, time_format: '%Y-%m-%d' }), 'timestamp')).toBe('1970-01-02'))
  it('keeps figure and change where there is little room', () => {
    const saved = { compare_lag: 1, show_timestamp: true, subheader: 'long' }
    const roles = trend([1, 2], saved, { width: 300, height: 56 }).lines.map((each) => each.role)
    expect(roles).toEqual(['figure', 'change'])
  })
  it('keeps the time clear of the line beside it', () => {
    const saved = { compare_lag: 1, show_timestamp: true, time_format: '%B %Y' }
    const { lines, spark } = trend([1, 2], saved, { width: 240, height: 56 })
    const words = lines.find((each) => each.role === 'change')?.runs ?? []
    expect(words.at(-1)?.text).toBe('January 1970')
    const end = words.reduce((sum, run) => sum + (run.gap ?? 0) + run.text.length * run.fontSize * 0.56, 0)
    expect(Number(/^M([\d.]+)/.exec(spark?.line ?? '')?.[1])).toBeGreaterThan(end)
  })
  it.each([
    // a color with too little contrast on a dark background is lightened, as label colors are
    ['dark', { r: 0, g: 0, b: 60, a: 1 }, visibleOnDark('#00003c', chartTheme('dark').surface)],
    ['light', { r: 0, g: 0, b: 60, a: 1 }, 'rgba(0,0,60,1)'],
    ['dark', { r: 0, g: 122, b: 135, a: 1 }, 'rgba(0,122,135,1)'],
  ] as const)('in the %s theme draws %j as %s', (mode, color_picker, drawn) => {
    expect(trend([1, 2], { color_picker }, undefined, chartTheme(mode)).spark?.color).toBe(drawn)
  })
  it('as a picture', () =>
    expect(trend([3, 1, 2], { compare_lag: 1, color_picker: { r: 0, g: 122, b: 135, a: 1 } })).toMatchSnapshot())
})

describe('big number', () => {
  it.each([
    [1_234_567, {}, 0, '1.23M'],
    [null, {}, 0, 'No data'],
    [0.209, { y_axis_format: '.1%' }, 0, '20.9 %'],
    [-4.5, {}, 0, '−4.5'],
    ['text', {}, 1, 'text'],
    [day, { time_format: '%Y-%m-%d' }, 2, '1970-01-02'],
    [day, { force_timestamp_formatting: true, time_format: '%Y' }, 0, '1970'],
    [1_000_000, { y_axis_format: '.3s', currency_format: { symbol: 'EUR', symbolPosition: 'suffix' } }, 0, '1.00M €'],
  ] as const)('writes %j with %j', (value, saved, type, expected) => {
    expect(line(total(value, saved, type), 'figure')).toBe(expected)
  })

  it('prefers the saved metric’s format to the chart’s, and the chart’s currency to the metric’s', () => {
    const datasource = { ...noDatasource, columnFormats: { m: ',.2f' } }
    expect(line(total(5, {}, 0, datasource), 'figure')).toBe('5.00')
    const priced = { ...noDatasource, currencyFormats: { m: { symbol: 'EUR', symbolPosition: 'prefix' as const } } }
    expect(line(total(5, { y_axis_format: ',.1f' }, 0, priced), 'figure')).toBe('€ 5.0')
    const own = { y_axis_format: ',.1f', currency_format: { symbol: 'GBP', symbolPosition: 'prefix' } }
    expect(line(total(5, own, 0, priced), 'figure')).toBe('£ 5.0')
  })

  it('takes the colour of the last matching rule', () => {
    const rule = (operator: string, colorScheme: string) => ({ column: 'm', operator, targetValue: 1, colorScheme })
    const picture = total(5, {
      conditional_formatting: [rule('>', '#111111'), rule('≥', '#222222'), rule('<', '#333333')],
    })
    expect(picture.lines[0]?.runs[0]?.color).toBe('#222222')
  })

  it('never draws a figure wider than its tile', () => {
    const figure = (width: number) =>
      bigNumberTotalPicture(
        drawInput(
          openSaved({ viz_type: 'big_number_total', metric: 'm', y_axis_format: ',d' })!.formData as BigNumberTotalForm,
          [answer({ m: [0, [123_456_789_012]] })],
          { size: { width, height: 200 } },
        ),
      ).lines[0]!.runs[0]!
    expect(figure(120).fontSize).toBeLessThan(figure(600).fontSize)
    expect(figure(120).fontSize * figure(120).text.length * 0.5).toBeLessThanOrEqual(120)
  })
})

it('splits a sparkline at gaps and stays inside its box', () => {
  const points: [number, number | null][] = [
    [0, 5],
    [1, 9],
    [2, null],
    [3, 1],
    [4, 2],
  ]
  const box = { left: 10, top: 20, width: 100, height: 40 }
  const { line: path } = sparkline({ points, fromZero: true }, box)
  expect(path.match(/M/g)?.length).toBe(2)
  const numbers = [...path.matchAll(/([\d.]+),([\d.]+)/g)].map((match) => [Number(match[1]), Number(match[2])])
  for (const [x, y] of numbers) {
    expect(x).toBeGreaterThanOrEqual(10)
    expect(x).toBeLessThanOrEqual(110)
    expect(y).toBeGreaterThanOrEqual(20)
    expect(y).toBeLessThanOrEqual(60)
  }
})

describe('the rows behind the number', () => {
  const point = (values: (number | null)[], saved: Record<string, unknown> = {}) => {
    const form = openSaved({ viz_type: 'big_number', x_axis: 't', metric: 'm', ...saved })!.formData as BigNumberForm
    const data = answer({ t: [2, values.map((_value, row) => row * day)], m: [0, values] })
    return shownPoint(drawInput(form, [data, answer({ m: [0, [99]] })]))
  }

  it('are those of the point in time that it shows', () => {
    const { text, drill } = point([1, 2, null], { time_grain_sqla: 'P1D' })
    expect(text).toMatch(/1970.*: 2$/)
    expect(drill).toEqual({ filters: [{ col: 't', op: '==', val: day }] })
  })

  it('are all rows if it is a value of the whole range', () => {
    expect(point([1, 2], { aggregation: 'sum' })).toEqual({ text: '3', drill: { filters: [] } })
    expect(point([1, 2], { aggregation: 'raw' }).drill).toEqual({ filters: [], query: 1 })
  })
})
