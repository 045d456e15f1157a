import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { drawing, labelText, readSlices } from './drawing.ts'
import type { PieForm } from './query.ts'

const data = answer({ g: [1, ['a', 'b', null, 'd']], m: [0, [70, 25, 3, 2]] })
const input = (saved: Record<string, unknown> = {}, given = data) =>
  drawInput(openSaved({ viz_type: 'pie', groupby: ['g'], metric: 'm', ...saved })!.formData as PieForm, [given])

type Option = {
  title?: { text: string }
  series: { radius: number[]; center: number[]; minShowLabelAngle: number; data: { itemStyle: { color: string } }[] }[]
}
const option = (...args: Parameters<typeof input>) => drawing.option(input(...args)) as unknown as Option

describe('readSlices', () => {
  it('names slices by their groups', () => {
    const two = answer({ g: [1, ['a', 'a']], h: [0, [1, 2]], m: [0, [3, null]] })
    expect(readSlices(input({ groupby: ['g', 'h'] }, two))).toMatchObject([{ label: 'a, 1', value: 3, share: 1 }])
  })
  it('writes times by the date format', () => {
    const times = answer({ g: [2, [Date.UTC(2020, 0, 1)]], m: [0, [1]] })
    expect(readSlices(input({ date_format: '%d/%m/%Y' }, times))[0]?.label).toBe('01/01/2020')
  })
  it('joins small slices', () => {
    expect(readSlices(input({ threshold_for_other: 5 })).map(({ label, value }) => [label, value])).toEqual([
      ['a', 70],
      ['b', 25],
      ['Other', 5],
    ])
  })
  it('joins the smallest of too many slices, and says so', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `n${at}`)
    const many = answer({ g: [1, names], m: [0, names.map((_, at) => at + 1)] })
    const slices = readSlices(input({}, many))
    expect(slices).toHaveLength(300)
    expect(slices.at(-1)).toMatchObject({ label: 'Other', isOther: true, value: (9701 * 9702) / 2 })
    expect(slices.reduce((sum, { value }) => sum + value, 0)).toBe((10_000 * 10_001) / 2)
    expect(option({}, many).title?.text).toBe('The 299 largest of 10,000 values, and the sum of the others')
    expect(option({}).title).toBeUndefined()
  })
  it('survives an answer of nothing', () => expect(readSlices(input({}, answer({})))).toEqual([]))
})

it('tells the keyboard and screen readers the value of a slice, as its tooltip does', () =>
  expect(drawing.marks?.(input({ threshold_for_other: 5 }))).toEqual([
    { name: 'a', label: 'a', text: 'a: 70 (70.00%)' },
    { name: 'b', label: 'b', text: 'b: 25 (25.00%)' },
  ]))

const slice = { label: 'a', value: 70, share: 0.7 }
it.each([
  ['key', 'a'],
  ['value', '70'],
  ['percent', '70.00%'],
  ['key_value', 'a: 70'],
  ['key_percent', 'a: 70.00%'],
  ['key_value_percent', 'a: 70 (70.00%)'],
  ['value_percent', '70 (70.00%)'],
  ['template', 'a/70/70.00%'],
] as const)('label type %s writes %s', (label_type, expected) => {
  expect(labelText({ label_type, label_template: '{name}/{value}/{percent}' }, slice, String)).toBe(expected)
})

describe('option', () => {
  it('of a ring', () => expect(option({ donut: true, show_total: true, label_type: 'percent' })).toMatchSnapshot())
  it('scales the radii with the shorter side', () => {
    const [outer, inner] = [
      option({ show_labels: false, show_legend: false }),
      option({ donut: true, show_labels: false, show_legend: false }),
    ]
    expect(outer.series[0]?.radius).toEqual([0, 105])
    expect(inner.series[0]?.radius).toEqual([45, 105])
  })
  it('makes gaps thinner than the thinnest slice, or leaves them out', () => {
    const gap = (values: number[]) => {
      const given = answer({ g: [1, values.map((_, at) => `g${at}`)], m: [0, values] })
      return (option({}, given).series[0] as { itemStyle?: { borderWidth: number } }).itemStyle?.borderWidth
    }
    // undefined is the default of the theme
    expect(gap([5, 3, 2])).toBeUndefined()
    expect(gap([99.2, 0.4, 0.4])).toBeGreaterThanOrEqual(0.5)
    expect(gap([99.2, 0.4, 0.4])).toBeLessThan(1)
    expect(gap(Array.from({ length: 100 }, (_, at) => 100 - at))).toBe(0)
  })
  it('hides labels under the threshold', () =>
    expect(option({ show_labels_threshold: 10 }).series[0]?.minShowLabelAngle).toBe(36))
  it('draws no line to an empty label', () => {
    const drawn = option({ label_type: 'template', label_template: '', labels_outside: true, label_line: true })
    const [{ data }] = (drawn as unknown as { series: [{ data: Record<string, unknown>[] }] }).series
    expect(data.every(({ labelLine }) => (labelLine as { show: boolean } | undefined)?.show === false)).toBe(true)
  })
  it('sums what the legend shows', () => {
    const given = { ...input({ show_total: true, number_format: ',d' }), legendSelected: { a: false } }
    expect((drawing.option(given) as unknown as Option).title?.text).toBe('Total: 30')
  })
  it('mutes what was not chosen, in unchanged colours', () => {
    const plain = option().series[0]!.data.map((each) => each.itemStyle.color)
    const given = { ...input(), filterState: { selectedValues: ['b'] } }
    const chosen = (drawing.option(given) as unknown as Option).series[0]!.data.map((each) => each.itemStyle.color)
    expect(chosen[1]).toBe(plain[1])
    expect(new Set([chosen[0], chosen[2], chosen[3]]).size).toBe(1)
  })
})

describe('labels in a narrow picture', () => {
  const names = answer({ g: [1, ['Motorcycles', 'Trucks and Buses', 'Classic Cars']], m: [0, [30, 30, 40]] })
  const labels = (saved: Record<string, unknown>, size: { width: number; height: number }) => {
    const [series] = (drawing.option({ ...input(saved, names), size }) as unknown as LabelOption).series
    return series!.data.map((_slice, dataIndex) => series!.label.formatter({ dataIndex }))
  }
  interface LabelOption {
    series: { label: { formatter: (params: { dataIndex: number }) => string }; data: { label?: { show: boolean } }[] }[]
  }

  it('are not changed if they fit', () => {
    expect(labels({}, { width: 600, height: 300 })).toEqual(['Motorcycles', 'Trucks and Buses', 'Classic Cars'])
  })
  it.each([200, 160, 130, 110, 90])('are broken between words alone, or cut, at %i px', (width) => {
    for (const [row, label] of labels({}, { width, height: 400 }).entries()) {
      const words = String(names.columns[0]?.[row]).split(' ')
      for (const word of label.split(/[\n ]/).filter((part) => part !== '')) {
        const isWhole = words.includes(word)
        expect([word, isWhole || word.endsWith('…')]).toEqual([word, true])
      }
    }
  })
  it.each([340, 260, 200, 160, 130])('have whole numbers or none at %i px', (width) => {
    const at = (saved: Record<string, unknown>) =>
      labels(saved, { width, height: 300 }).map((label) => label.replaceAll('\n', ' '))
    for (const label of at({ label_type: 'template', label_template: '{name}: {value} ({percent})' }))
      expect(label).toMatch(/^(\D+|\D+: \d+ \(\d+\.\d\d%\))?$/)
    for (const label of at({ label_type: 'template', label_template: '{value} ({percent})' }))
      expect(label).toMatch(/^(\d+ \(\d+\.\d\d%\))?$/)
    // the name is truncated first, then the percentage is left out, then the name: the number stays
    for (const label of at({ label_type: 'key_value_percent' }))
      expect(label).toMatch(/^((\D+: )?\d+ \(\d+\.\d\d%\)|(\D+… |\D+ )?\d+)?$/)
    for (const label of at({ label_type: 'value_percent' })) expect(label).toMatch(/^\d+( \(\d+\.\d\d%\))?$|^$/)
  })
  it('are left out where there is no room at all', () => {
    expect(labels({}, { width: 60, height: 400 })).toEqual(['', '', ''])
  })
  it('inside a slice are left out where the slice is too narrow', () => {
    const saved = { labels_outside: false, label_type: 'percent', show_labels_threshold: 0 }
    const given = answer({ g: [1, ['a', 'b']], m: [0, [97, 3]] })
    const [series] = (drawing.option(input(saved, given)) as unknown as LabelOption).series
    expect(series!.data.map((slice) => slice.label?.show)).toEqual([undefined, false])
  })
})

it('emits the groups of a slice, none for what was put together', () => {
  const emit = (name: string) => drawing.crossFilter!(input({ threshold_for_other: 3 }), { name })
  expect(emit('b')).toMatchObject({ extraFormData: { filters: [{ col: 'g', op: 'IN', val: ['b'] }] } })
  expect(emit('<NULL>')).toMatchObject({ extraFormData: { filters: [{ col: 'g', op: 'IS NULL' }] } })
  expect(emit('Other')).toBeNull()
})
