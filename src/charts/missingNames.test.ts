import { describe, expect, it } from 'vitest'
import { GenericType } from '../model/dataset/dataset.ts'
import type { ChartData } from '../model/query/chartData.ts'
import { markedText, unmarkedText } from '../model/query/markedText.ts'
import { loadDrawing } from './drawn.ts'
import { answer, drawInput } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'

/**
 * A missing value, an empty string and strings that look like their markers: each has a separate mark, whose filter
 * selects its rows.
 */
const values = [null, '', '<NULL>', 'N/A', '<empty string>']
const amounts = values.map((_, at) => at + 1)
const rows = answer({ g: [GenericType.string, values], m: [GenericType.numeric, amounts] })
const times = [Date.UTC(2025, 0, 1), Date.UTC(2025, 0, 2)]
// the names that pivoting gives to the series
const names = values.map((value) => (value === '' ? '' : markedText(value)))
const series = answer({
  t: [GenericType.temporal, times],
  ...Object.fromEntries(names.map((name, at) => [name, [GenericType.numeric, [at, at], [name]]])),
} as never)

const cases: [type: string, form: Record<string, unknown>, data: ChartData][] = [
  ['pie', { groupby: ['g'], metric: 'm', threshold_for_other: 0 }, rows],
  ['funnel', { groupby: ['g'], metric: 'm' }, rows],
  ['treemap_v2', { groupby: ['g'], metric: 'm' }, rows],
  ['sunburst_v2', { columns: ['g'], metric: 'm' }, rows],
  ['radar', { groupby: ['g'], metrics: ['m'] }, rows],
  ['gauge_chart', { groupby: ['g'], metric: 'm' }, rows],
  ['echarts_timeseries_bar', { x_axis: 'g', metrics: ['m'] }, rows],
  ['echarts_timeseries_line', { x_axis: 't', metrics: ['m'], groupby: ['g'] }, series],
  ['echarts_area', { x_axis: 't', metrics: ['m'], groupby: ['g'] }, series],
]

describe.each(cases)('%s', (viz_type, form, data) => {
  it('has a mark for each value, and filters by it', async () => {
    const { chart, formData } = openSaved({ viz_type, ...form })!
    const { drawing } = await loadDrawing(chart.folder)
    await drawing.register(formData)
    const input = drawInput(formData, [data], { onDataMask: () => undefined } as never)
    drawing.option(input)
    const marks = drawing.marks!(input)
    expect(marks.map(({ label }) => label)).toHaveLength(values.length)
    expect(new Set(marks.map(({ label }) => label)).size).toBe(values.length)
    const filtered = marks.map((mark) => {
      const [filter] = drawing.crossFilter!(input, mark)!.extraFormData!.filters!
      return filter!.op === 'IS NULL' ? null : unmarkedText(String((filter!.val as unknown[])[0]))
    })
    expect(new Set(filtered)).toEqual(new Set(values))
  })
})
