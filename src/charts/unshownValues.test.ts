import { expect, it } from 'vitest'
import type { ChartData } from '../model/query/chartData.ts'
import { loadDrawing } from './drawn.ts'
import { answer, drawInput } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'

/** Types that cannot show negative values leave them out, and say so. */

const names = ['a', 'b', 'c', 'd']
const dimensions = { g: [1, names], h: [1, names.toReversed()], __timestamp: [2, [0, 1, 2, 3]] } as const
const dataOf = (values: number[]): ChartData => answer({ ...dimensions, m: [0, values] } as never)

const forms = [
  { viz_type: 'pie', groupby: ['g'], metric: 'm' },
  { viz_type: 'funnel', groupby: ['g'], metric: 'm' },
  { viz_type: 'treemap_v2', groupby: ['g'], metric: 'm' },
  { viz_type: 'sunburst_v2', columns: ['g'], metric: 'm' },
  { viz_type: 'rose', granularity_sqla: 't', metrics: ['m'] },
  { viz_type: 'sankey_v2', source: 'g', target: 'h', metric: 'm' },
  { viz_type: 'chord', groupby: 'g', columns: 'h', metric: 'm' },
  { viz_type: 'graph_chart', source: 'g', target: 'h', metric: 'm' },
  { viz_type: 'partition', groupby: ['g'], metrics: ['m'] },
]

it.each(forms)('$viz_type', async (form) => {
  const { chart, formData } = openSaved(form)!
  const { drawing } = await loadDrawing(chart.folder)
  const noteOf = (values: number[]) => {
    const { title } = drawing.option(drawInput(formData, [dataOf(values)])) as { title?: object }
    return [title ?? []].flat().map(({ text }: { text?: string }) => text)
  }
  expect(noteOf([4, 3, 2, 1])).toEqual([])
  expect(noteOf([4, -3, 2, 1])).toEqual([expect.stringMatching(/^1 (value|part) below zero is not shown$/)])
  expect(noteOf([4, -3, 2, -1])).toEqual([expect.stringMatching(/^2 (value|part)s below zero are not shown$/)])
  expect(drawing.needs?.(drawInput(formData, [dataOf([-4, -3, 0, -1])]))).toMatch(/ values above zero/)
})

it('a pie has no negative slices, which would make the others overlap', async () => {
  const { formData } = openSaved(forms[0]!)!
  const { drawing } = await loadDrawing('pie')
  const { series } = drawing.option(drawInput(formData, [dataOf([4, -3, 2, 1])])) as {
    series: { data: { value: number }[] }[]
  }
  expect(series[0]!.data.map(({ value }) => value)).toEqual([4, 2, 1])
})

it.each([
  { viz_type: 'echarts_timeseries_line', x_axis: '__timestamp', metrics: ['m'] },
  { viz_type: 'echarts_timeseries_bar', x_axis: '__timestamp', metrics: ['m'] },
  { viz_type: 'mixed_timeseries', x_axis: '__timestamp', metrics: ['m'], metrics_b: ['m'] },
])('$viz_type without a value says what it needs', async (form) => {
  const { chart, formData } = openSaved(form)!
  const { drawing } = await loadDrawing(chart.folder)
  const needs = (...results: (number | null)[][]) =>
    drawing.needs?.(
      drawInput(
        formData,
        results.map((m) => answer({ __timestamp: [2, m.map((_, at) => at)], m: [0, m] })),
      ),
    )
  expect(needs([null, null], [null])).toBe('This chart needs a metric with numbers: every value is empty.')
  expect(needs([null, null], [0])).toBeUndefined()
})
