import type { CustomSeriesOption } from 'echarts'
import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { drawing, readBoxes } from './drawing.ts'

const summary = answer({
  region: [1, ['Asia', null, 'None']],
  m__mean: [0, [5.5, 2, null]],
  m__median: [0, [5, 2, null]],
  m__max: [0, [9, 2, null]],
  m__min: [0, [1, 2, null]],
  m__q1: [0, [3, 2, null]],
  m__q3: [0, [8, 2, null]],
  m__count: [0, [12, 1, 4]],
  m__outliers: [1, [[40, -7], '[]', []]],
})
const form = { viz_type: 'box_plot', columns: ['year'], groupby: ['region'], metrics: ['m'] }
const input = (saved: Record<string, unknown> = {}, given = summary) =>
  drawInput(openSaved({ ...form, ...saved })!.formData as never, [given])
interface Option {
  series: { type: string; data: { value: number[]; itemStyle: { borderColor: string } }[] }[]
}
const option = (...args: Parameters<typeof input>) => drawing.option(input(...args)) as unknown as Option

it('draws the five numbers of each group, and its outliers at its place', () => {
  const [boxes, outliers] = option().series
  expect(boxes?.data.map(({ value }) => value)).toEqual([
    [1, 3, 5, 8, 9],
    [2, 2, 2, 2, 2],
  ])
  expect(outliers?.data).toEqual([
    [0, 40],
    [0, -7],
  ])
})
it('is complete in its first frame: boxes do not grow', () =>
  expect(option().series[0]).toMatchObject({ type: 'boxplot', animation: false }))
it('draws medians in the color of text, above the boxes', () => {
  const medians = option().series.at(-1) as unknown as CustomSeriesOption
  expect(medians.data).toEqual([
    [0, 5],
    [1, 2],
  ])
  const drawn = medians.renderItem!(
    {} as never,
    {
      value: (at: number) => [0, 5][at],
      coord: () => [100, 40.6],
      size: () => [50, 0],
    } as never,
  )
  expect(drawn).toMatchObject({
    shape: { y: 40, height: 2 },
    style: { fill: input().theme.chartText },
  })
})
it('names boxes by group, and by metric where there are several', () => {
  expect(readBoxes(input()).boxes.map(({ label }) => label)).toEqual(['Asia', '<NULL>'])
  expect(readBoxes(input({ metrics: ['m', 'other'] })).boxes.map(({ label }) => label)).toEqual([
    'Asia, m',
    '<NULL>, m',
  ])
})
it('filters by the groups of a box, and clears the filter with a second click', () => {
  expect(drawing.crossFilter?.(input(), { name: 'Asia' })?.extraFormData).toEqual({
    filters: [{ col: 'region', op: 'IN', val: ['Asia'] }],
  })
  expect(drawing.crossFilter?.(input(), { name: '<NULL>' })?.extraFormData).toEqual({
    filters: [{ col: 'region', op: 'IS NULL' }],
  })
  const chosen = { ...input(), filterState: { selectedValues: ['Asia'] } }
  expect(drawing.crossFilter?.(chosen, { name: 'Asia' })?.filterState?.value).toBeNull()
  const colors = (drawing.option(chosen) as unknown as Option).series[0]?.data.map((box) => box.itemStyle.borderColor)
  expect(new Set(colors).size).toBe(2)
})
it('says what it needs where every value is empty', () => {
  const none = answer({ region: [1, ['a']], m__min: [0, [null]], m__max: [0, [null]] })
  expect(drawing.needs?.(input({}, none))).toMatch(/needs a metric with numbers/)
})

describe('query', () => {
  const queryOf = (saved: Record<string, unknown>) => {
    const opened = openSaved({ ...form, ...saved })!
    return opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })[0]!
  }
  it.each([
    ['Tukey', { whisker_type: 'tukey' }],
    ['Min/max (no outliers)', { whisker_type: 'min/max' }],
    ['9/91 percentiles', { whisker_type: 'percentile', percentiles: [9, 91] }],
    ['91/9 percentiles', { whisker_type: 'tukey' }],
    ['nonsense', { whisker_type: 'tukey' }],
  ])('whiskers %s', (whiskerOptions, expected) =>
    expect(queryOf({ whiskerOptions }).post_processing?.[0]?.options).toMatchObject(expected),
  )
  it('truncates times to the grain', () => {
    const query = queryOf({ time_grain_sqla: 'P1Y', temporal_columns_lookup: { year: true } })
    expect(query.columns?.[0]).toMatchObject({ timeGrain: 'P1Y', label: 'year' })
    expect(queryOf({}).columns).toEqual(['year', 'region'])
  })
})
