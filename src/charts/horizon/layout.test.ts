import { describe, expect, it } from 'vitest'
import { h, markupOf, type SvgNode } from '../shared/svg/tree.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { textsOf } from '../testing/plot.ts'
import { hasRecordings, readRecordings } from '../testing/recordings.ts'
import { bandPaths, readHorizon, rowHeightOf } from './layout.ts'
import type { HorizonForm } from './query.ts'
import { horizonParts, placeOf, still } from './still.ts'

const rows = answer({
  __timestamp: [2, [3, 1, 2]],
  a: [0, [30, 10, null]],
  b: [0, [-4, 8, 2]],
  gone: [0, [null, null, null]],
})
const input = (saved: Record<string, unknown> = {}, given = rows) =>
  drawInput(openSaved({ viz_type: 'horizon', metrics: ['n'], ...saved })!.formData as HorizonForm, [given])

describe('readHorizon', () => {
  it('reads series in order of time, without those that are empty', () => {
    expect(readHorizon(input())).toEqual({
      times: [1, 2, 3],
      series: [
        { name: 'a', values: [10, null, 30], reach: 30 },
        { name: 'b', values: [8, 2, -4], reach: 8 },
      ],
    })
  })
  it('shares one range, or shows changes since the first value', () => {
    expect(readHorizon(input({ horizon_color_scale: 'overall' })).series.map(({ reach }) => reach)).toEqual([30, 30])
    expect(readHorizon(input({ horizon_color_scale: 'change' })).series.map(({ values }) => values)).toEqual([
      [0, null, 20],
      [0, -6, -12],
    ])
  })
})

it('folds a value into bands: full ones below its own, whose height is the rest', () => {
  const series = { name: '', values: [0, 5, 8], reach: 8 }
  const paths = bandPaths(series, (at) => at * 10, { top: 0, height: 20 })
  expect(paths.map(({ band }) => band)).toEqual([1, 2, 3, 4])
  // 5 of 8 in bands of 2: two full ones and half of the third
  const heights = paths.map(({ path }) => 20 - Number(/L10 ([\d.]+)/.exec(path)?.[1]))
  expect(heights).toEqual([20, 20, 10, 0])
})
it('folds negative values up, with their own colors, and breaks at gaps', () => {
  const [only] = bandPaths({ name: '', values: [-1, null, -1], reach: 4 }, (at) => at * 10, { top: 0, height: 20 })
  expect(only?.band).toBe(-1)
  expect(only?.path.match(/M/g)).toHaveLength(2)
})
it('draws nothing for zeros', () => {
  expect(bandPaths({ name: '', values: [0, 0], reach: 0 }, (at) => at, { top: 0, height: 20 })).toEqual([])
})
it('draws rows as high as configured, within limits; a few rows use the space', () => {
  const { formData } = input({ series_height: '25' })
  expect([rowHeightOf(formData, 4, 300), rowHeightOf(formData, 10, 218), rowHeightOf(formData, 500, 300)]).toEqual([
    70, 20, 10,
  ])
  expect(rowHeightOf(formData, 2, 820)).toBe(400)
  expect(rowHeightOf(input({ series_height: '150' }).formData, 2, 820)).toBe(400)
})

describe('the key', () => {
  const textsIn = (saved: Record<string, unknown>, size = { width: 450, height: 330 }) =>
    textsOf(markupOf(still({ ...input(saved), size }) as SvgNode))

  it('has the ends of the range, if all rows have the same', () =>
    expect(textsIn({ horizon_color_scale: 'overall' }).slice(0, 4)).toEqual(['−30', '30', 'a', 'b']))
  it('else shows fractions, and each row says what all of it is', () =>
    expect(textsIn({}).slice(0, 6)).toEqual(['−100%', '100%', 'a', '100% = 30', 'b', '100% = 8']))
  it('is left out of small charts', () =>
    expect(textsIn({}, { width: 204, height: 200 }).slice(0, 2)).toEqual(['a', 'b']))
})

it('beside a scroll bar, the rows are where the whole chart has them', () => {
  const given = input({})
  const place = placeOf(given.formData, 30, { width: 245, height: 200 })
  const svg = markupOf(h('svg', {}, horizonParts(given, 231, place)))
  const firstLine = Number(/M0 ([\d.]+)H231/.exec(svg)?.[1])
  expect([place.top, firstLine]).toEqual([24, place.top + place.rowHeight - 0.5])
})

describe.skipIf(!hasRecordings)('the recorded chart (needs ../shared/reference/recordings)', () => {
  it('requests the recorded metrics, groups and times', () => {
    const recording = readRecordings().find(({ viz_type }) => viz_type === 'horizon')!
    const opened = openSaved(recording.form_data)!
    const [query] = opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })
    expect(query).toMatchObject({
      granularity: 'order_date',
      columns: ['product_line'],
      metrics: recording.form_data.metrics,
      time_range: 'No filter',
      is_timeseries: true,
      order_desc: true,
    })
    expect(query?.extras).not.toHaveProperty('time_grain_sqla')
  })
})
