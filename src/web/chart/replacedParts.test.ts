import { type EChartsOption, init } from 'echarts'
import { expect, it } from 'vitest'
import { drawing as pieDrawing } from '../../charts/pie/drawing.ts'
import type { PieForm } from '../../charts/pie/query.ts'
import { drawing } from '../../charts/shared/timeseries/drawing.ts'
import type { TimeseriesForm } from '../../charts/shared/timeseries/formData.ts'
import { answer, drawInput } from '../../charts/testing/drawInput.ts'
import { openSaved } from '../../charts/testing/parts.ts'
import { legendKey, replacedParts } from './replacedParts.ts'

const size = { width: 480, height: 300 }
const form = openSaved({ viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: ['m'], groupby: ['g'] })!

function optionOf(count: number): EChartsOption {
  const names = Array.from({ length: count }, (_, at) => `A rather long name, number ${at}`)
  const data = answer({ t: [2, [0, 1]], ...Object.fromEntries(names.map((name) => [name, [0, [1, 2], [name]]])) })
  return drawing.option(drawInput(form.formData as TimeseriesForm, [data], { size }))
}

it('a legend with fewer names does not keep the previous truncation', () => {
  const [many, one] = [optionOf(20), optionOf(1)]
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, ...size })
  chart.setOption(many, { notMerge: true })
  const isOther = legendKey(one, 480, 300) !== legendKey(many, 480, 300)
  chart.setOption(one, { replaceMerge: replacedParts(one, isOther) })
  const [legend] = chart.getOption()['legend'] as { formatter?: unknown; textStyle?: { rich?: unknown } }[]
  expect([legend?.formatter, legend?.textStyle?.rich]).toEqual([undefined, undefined])
  chart.dispose()
})

it("a legend with the same names and size keeps the user's state", () => {
  expect(legendKey(optionOf(20), 480, 300)).toBe(legendKey(optionOf(20), 480, 300))
  expect(legendKey(optionOf(20), 480, 300)).not.toBe(legendKey(optionOf(20), 300, 300))
  expect(replacedParts(optionOf(20), false)).not.toContain('legend')
})

it('a total in a wider ring does not keep its smaller font', () => {
  const pie = openSaved({ viz_type: 'pie', groupby: ['g'], metric: 'm', donut: true, show_total: true })!
  const data = answer({ g: [1, ['a', 'b']], m: [0, [123_456, 7]] })
  const at = (width: number) =>
    pieDrawing.option(drawInput(pie.formData as PieForm, [data], { size: { width, height: width } }))
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, width: 600, height: 600 })
  chart.setOption(at(110), { notMerge: true })
  const sizeOf = () => (chart.getOption()['title'] as { textStyle: { fontSize: number } }[])[0]?.textStyle.fontSize ?? 0
  const small = sizeOf()
  chart.setOption(at(600), { replaceMerge: replacedParts(at(600), true) })
  expect(sizeOf()).toBeGreaterThan(small)
  chart.dispose()
})

it('a note about a large result disappears with the result', () => {
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, ...size })
  const whole = optionOf(1)
  chart.setOption({ ...whole, title: { text: 'The first 5000 of 20000 rows' } }, { notMerge: true })
  chart.setOption(whole, { replaceMerge: replacedParts(whole, false) })
  expect(chart.getOption()['title'] ?? []).toEqual([])
  chart.dispose()
})
