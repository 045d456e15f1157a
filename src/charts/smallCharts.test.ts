import { expect, it } from 'vitest'
import type { ChartData } from '../model/query/chartData.ts'
import { loadDrawing } from './drawn.ts'
import { answer, drawInput } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'

/** Labels in small charts: no number is truncated, and labels are never shown on a few marks only. */

interface Labelled {
  show?: boolean
  fontSize?: number
  formatter?: (params: object) => string
}

async function seriesOf(form: Record<string, unknown>, data: ChartData, size: { width: number; height: number }) {
  const { chart, formData } = openSaved(form)!
  const { drawing } = await loadDrawing(chart.folder)
  const option = drawing.option(drawInput(formData, [data], { size })) as {
    series: { label: Labelled; data: { label: Labelled }[] }[]
  }
  return option.series
}

const phone = { width: 358, height: 320 }
const months = Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, '0'))

it.each([
  ['all in a smaller font', 375, [7.5, 24.5], 10],
  ['none rather than some', 240, [7.5, 24.5], undefined],
  ['all of them', 900, [7.5, 24.5], 13],
])('a heatmap has values in %s', async (_text, width, [low, high], fontSize) => {
  const data = answer({
    x: [1, months],
    y: [1, months.map(() => 'y')],
    m: [0, months.map((_, at) => (at < 4 ? low! : high!))],
  })
  const form = {
    viz_type: 'heatmap_v2',
    x_axis: 'x',
    groupby: 'y',
    metric: 'm',
    show_values: true,
    y_axis_format: '.1f',
  }
  const [first] = await seriesOf(form, data, { width, height: 320 })
  expect([first?.label.show, first?.label.fontSize]).toEqual([fontSize !== undefined, fontSize])
})

it.each([
  ['the total alone', 300, ['41M']],
  ['every change', 1200, ['+10M', '41M']],
])('a waterfall labels %s', async (_text, width, expected) => {
  const data = answer({ x: [1, months.slice(0, 8)], m: [0, [10.1e6, 16.7e6, 7e5, 4.5e6, 2200, 7.8e6, 1e6, 2e5]] })
  const form = { viz_type: 'waterfall', x_axis: 'x', metric: 'm', show_value: true, y_axis_format: '.2s' }
  const series = await seriesOf(form, data, { width, height: 320 })
  const texts = series.flatMap(({ label }) => [0, 8].map((dataIndex) => label?.formatter?.({ dataIndex }) ?? ''))
  expect([...new Set(texts)].filter((text) => text !== '').toSorted()).toEqual(expected.toSorted())
})

it.each([
  [4, '15 to 59 minutes late\n15.67%'],
  [2, '15.67%'],
  [5, '15 to 59 minutes late\n3,007 (15.67%)'],
])(
  'a funnel writes numbers below names that would be truncated, and never truncates numbers: label %i',
  async (label_type, expected) => {
    const data = answer({ s: [1, ['Early', 'On time', '15 to 59 minutes late']], m: [0, [9800, 6383, 3007]] })
    const form = {
      viz_type: 'funnel',
      groupby: ['s'],
      metric: 'm',
      label_type,
      number_format: ',d',
      percent_calculation_type: 'total',
    }
    const [first] = await seriesOf(form, data, phone)
    expect(first?.data[2]?.label.formatter?.({})).toBe(expected)
  },
)
