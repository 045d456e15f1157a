import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { drawing, readHistogram } from './drawing.ts'
import type { HistogramForm } from './query.ts'

const counts = answer({
  sex: [1, ['f', null]],
  '8.0 - 26.4': [0, [5146, 3]],
  '26.4 - 44.8': [0, [4094, 0]],
  '44.8 - 63.199999999999996': [0, [706, null]],
})
const input = (saved: Record<string, unknown> = {}, given = counts) =>
  drawInput(openSaved({ viz_type: 'histogram_v2', column: 'age', groupby: ['sex'], ...saved })!.formData as never, [
    given,
  ])
interface Option {
  xAxis: { data: string[] }
  series: { name: string; data: (number | null)[]; label: { formatter: (p: { value: number }) => string } }[]
}
const option = (...args: Parameters<typeof input>) => drawing.option(input(...args)) as unknown as Option

it('draws each count as the height of its bar', () => {
  const { series, xAxis } = option()
  expect(xAxis.data).toEqual(['8 – 26.4', '26.4 – 44.8', '44.8 – 63.2'])
  expect(series.map(({ name, data }) => [name, data])).toEqual([
    ['f', [5146, 4094, 706]],
    ['<NULL>', [3, 0, null]],
  ])
})

it('reads negative and huge bins, and no column that only looks like a bin', () => {
  const odd = answer({ '1 - 2': [1, ['x']], '-5.0 - -2.5': [0, [1]], '-2.5 - 1e+21': [0, [2]], 'a - b': [0, [3]] })
  const { bins } = readHistogram(input({ groupby: ['1 - 2'] }, odd))
  expect(bins).toEqual([
    { low: -5, high: -2.5 },
    { low: -2.5, high: 1e21 },
  ])
})

it('has one series with the name of the column if there are no groups', () => {
  const whole = answer({ '0.0 - 1.0': [0, [0.25]], '1.0 - 2.0': [0, [0.75]] })
  const { series } = option({ groupby: [], normalize: true, show_value: true }, whole)
  expect(series.map(({ name }) => name)).toEqual(['age'])
  expect(series[0]?.label.formatter({ value: 0.25 })).toBe('25%')
})

it('labels all bars or none', () => {
  const growing = answer({
    '0.0 - 1.0': [0, [5]],
    '1.0 - 2.0': [0, [123_456]],
    '2.0 - 3.0': [0, [234_567]],
    '3.0 - 4.0': [0, [345_678]],
  })
  const saved = { groupby: [], show_value: true, y_axis_format: ',d' }
  const isLabelled = (width: number) => {
    const drawn = drawing.option({ ...input(saved, growing), size: { width, height: 300 } })
    return (drawn.series as unknown as { label: { show: boolean } }[])[0]!.label.show
  }
  expect(isLabelled(600)).toBe(true)
  expect(isLabelled(200)).toBe(false)
})

it('says what it needs if the column has no numbers', () => {
  expect(drawing.needs?.(input({ groupby: [] }, answer({ age: [0, [null, null]] })))).toMatch(/column with numbers/)
  expect(drawing.needs?.(input())).toBeUndefined()
})

describe('the retired histogram', () => {
  const opened = openSaved({
    viz_type: 'histogram',
    all_columns_x: ['age', 'height'],
    link_length: '25',
    x_axis_label: 'Age',
    normalized: true,
    groupby: ['sex'],
    time_range: 'No filter',
  })!
  it('opens as the histogram of its first column', () => {
    expect(opened.formData).toMatchObject({ column: 'age', bins: 25, x_axis_title: 'Age', normalize: true })
    const [query] = opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })
    expect(query).toMatchObject({
      columns: ['sex', 'age'],
      post_processing: [{ options: { column: 'age', groupby: ['sex'], bins: 25, normalize: true, cumulative: false } }],
    })
    expect(query).not.toHaveProperty('metrics')
  })
  it('has five bins if no number of bins can be read', () => {
    const form = openSaved({ viz_type: 'histogram', all_columns_x: 'age', link_length: 'many' })!.formData
    expect((form as HistogramForm).bins).toBe(5)
  })
})

it.each([
  [{ row_limit: 9949 }, 'Counts the first 9,949 rows; a higher row limit counts more'],
  [{ row_limit: 10_000 }, undefined],
  [{ row_limit: 9949, normalize: true }, undefined],
])('says that there may be more rows than it counts: %j', (saved, text) =>
  expect((option(saved) as { title?: { text: string } }).title?.text).toBe(text),
)
