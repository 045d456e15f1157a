import { describe, expect, it } from 'vitest'
import type { ChartData } from '../../../model/query/chartData.ts'
import { loadDrawing } from '../../drawn.ts'
import { answer, drawInput, noDatasource } from '../../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../../testing/parts.ts'

/** The time-series family and the types that are drawn like it. */
const types = [
  'echarts_timeseries',
  'echarts_timeseries_line',
  'echarts_timeseries_smooth',
  'echarts_timeseries_step',
  'echarts_timeseries_bar',
  'echarts_timeseries_scatter',
  'echarts_area',
  'mixed_timeseries',
  'dual_line',
  'compare',
  'time_pivot',
  'line_multi',
]

const form = {
  datasource: '1__table',
  x_axis: 't',
  time_grain_sqla: 'P1D',
  metrics: ['m'],
  metrics_b: ['m'],
  metric: 'm',
  metric_2: 'm',
  forecastEnabled: true,
  show_value: true,
  show_valueB: true,
  line_charts: [1],
  source_charts: [
    { id: 1, name: 'One', formData: openSaved({ viz_type: 'echarts_timeseries_line', x_axis: 't' })!.formData },
  ],
}
const many = Array.from({ length: 10_000 }, (_none, index) => index)
const markup = '<img src=x onerror=alert(1)> 🦆 שלום {a} |b|'
const results: Record<string, ChartData> = {
  'one row': answer({ t: [2, [0]], m: [0, [1]] }),
  'nothing but nulls': answer({ t: [2, [0, 1]], m: [0, [null, null]] }),
  'missing times': answer({ t: [2, [null, null]], m: [0, [1, 2]] }),
  zeros: answer({ t: [2, [0, 1]], m: [0, [0, 0]] }),
  'negative values': answer({ t: [2, [0, 1]], a: [0, [-1, -2], ['a']], b: [0, [1, -5], ['b']] }),
  'dates before 1900': answer({ t: [2, [Date.UTC(-500, 0), Date.UTC(1600, 0), Date.UTC(1899, 0)]], m: [0, [1, 2, 3]] }),
  'names with markup': answer({ t: [1, [markup, '', ' ']], [markup]: [0, [1, 2, 3], [markup]] }),
  '10,000 categories': answer({ t: [1, many.map((each) => `category ${each}`)], m: [0, many] }),
  '10,000 moments': answer({ t: [2, many.map((each) => each * 3_600_000)], m: [0, many] }),
  'decimals as text': answer({ t: [2, [0, 1]], m: [1, ['12345678901234567890.5', 'none']] }),
  'infinite values': answer({ t: [2, [0, 1, 2]], m: [0, [Number.POSITIVE_INFINITY, Number.NaN, 1]] }),
  'text instead of numbers': answer({ t: [1, ['a', 'b']], m: [1, ['x', 'y']] }),
  'no columns': answer({}),
}

const wrongForms: Record<string, object> = {
  'wrong types': {
    metrics: 7,
    groupby: { a: 1 },
    y_axis_bounds: 'all',
    time_compare: 5,
    forecastPeriods: 'many',
    legendMargin: 'wide',
    line_charts: 'none',
    color_picker: 'red',
    freq: 9,
    stack: 12,
    yAxisIndexB: 'left',
  },
  'every option at once': {
    stack: 'Expand',
    stackB: true,
    logAxis: true,
    logAxisSecondary: true,
    y_log_scale: true,
    zoomable: true,
    truncateYAxis: true,
    contributionMode: 'row',
    yAxisIndexB: 1,
    minorSplitLine: true,
    x_axis_title: 'x',
    y_axis_title: 'y',
    yAxisTitleSecondary: 'z',
  },
}

describe.each(types)('%s', (viz_type) => {
  it.each(Object.entries({ ...wrongForms, plain: {} }))('builds queries from form data with %s', (_name, more) => {
    expect(() => contextOfSaved({ formData: { ...form, viz_type, ...more }, datasource: noDatasource })).not.toThrow()
  })

  it.each(Object.entries(results))('draws %s, or says what it needs', async (_name, data) => {
    for (const more of [{}, ...Object.values(wrongForms)]) {
      const opened = openSaved({ ...form, viz_type, ...more })!
      const { drawing } = await loadDrawing(opened.chart.folder)
      await drawing.register(opened.formData)
      for (const size of [
        { width: 170, height: 90 },
        { width: 1900, height: 1000 },
      ]) {
        const input = drawInput(opened.formData, [data, data], { size })
        if (drawing.needs?.(input) !== undefined) continue
        const option = drawing.option(input)
        expect(JSON.stringify(option.xAxis)).not.toMatch(/"(min|max)":null/)
        drawing.marks?.(input)
        drawing.rowsOf?.(input)
        drawing.readerSlider?.(input)
      }
    }
  })

  it('escapes markup in names in its tooltip', async () => {
    const opened = openSaved({ ...form, viz_type, forecastEnabled: false })!
    const { drawing } = await loadDrawing(opened.chart.folder)
    await drawing.register(opened.formData)
    const data = results['names with markup']!
    const input = drawInput(opened.formData, [data, data])
    if (drawing.needs?.(input) !== undefined) return
    const { tooltip, series } = drawing.option(input) as unknown as {
      tooltip: { formatter: (params: unknown) => string }
      series: { name: string }[]
    }
    const html = tooltip.formatter(series.map(({ name }) => ({ seriesName: name, dataIndex: 0 })))
    expect(html).not.toContain('<img')
  })
})
