import { BarChart, BoxplotChart, CustomChart, HeatmapChart, ScatterChart } from 'echarts/charts'
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  ToolboxComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { type EChartsCoreOption, init, use as registerParts } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { GenericType } from '../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../model/query/chartData.ts'
import { loadDrawing, loadView } from './drawn.ts'
import { echartsTheme } from './shared/echartsTheme.ts'
import { answer, drawInput } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'

/** Unusual data: each type of the statistical family draws it, or says what it needs; nothing throws. */

registerParts([
  SVGRenderer,
  BarChart,
  BoxplotChart,
  CustomChart,
  HeatmapChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  TitleComponent,
  VisualMapComponent,
  DataZoomComponent,
  ToolboxComponent,
  LabelLayout,
])

type Values = { names: JsonCell[]; numbers: JsonCell[]; times: JsonCell[] }
type Columns = Record<string, [GenericType, JsonCell[]]>

/** Saved form data, and the result of its query, built from names, numbers and times of the same length. */
const types: [form: Record<string, unknown>, columns: (values: Values) => Columns][] = [
  [
    { viz_type: 'heatmap_v2', x_axis: 'a', groupby: 'b', metric: 'm', show_values: true, normalized: true },
    ({ names, numbers }) => ({ a: [1, names], b: [1, names], m: [0, numbers], rank: [0, numbers] }),
  ],
  [
    { viz_type: 'histogram_v2', column: 'a', groupby: ['b'], show_value: true },
    ({ names, numbers }) => ({
      b: [1, names.slice(0, 200)],
      '0.0 - 1.0': [0, numbers.slice(0, 200)],
      '1.0 - 2.0': [0, numbers.slice(0, 200)],
    }),
  ],
  [
    { viz_type: 'box_plot', columns: ['t'], groupby: ['a'], metrics: ['m'] },
    ({ names, numbers }) => ({
      a: [1, names],
      ...Object.fromEntries(
        ['min', 'q1', 'median', 'q3', 'max', 'mean', 'count'].map((part) => [`m__${part}`, [0, numbers]]),
      ),
      m__outliers: [1, names.map(() => [1, null, 'x'])],
    }),
  ],
  [
    { viz_type: 'bubble_v2', entity: 'a', x: 'm', y: 'm', size: 'm' },
    ({ names, numbers }) => ({ a: [1, names.slice(0, 500)], m: [0, numbers.slice(0, 500)] }),
  ],
  [
    { viz_type: 'waterfall', x_axis: 'a', metric: 'm', show_value: true, show_legend: true },
    ({ names, numbers }) => ({ a: [1, names], m: [0, numbers] }),
  ],
  [
    { viz_type: 'gantt_chart', start_time: 't', end_time: 'u', y_axis: 'a', zoomable: true },
    ({ names, times }) => ({ t: [2, times], u: [2, times.toReversed()], a: [1, names] }),
  ],
  [{ viz_type: 'word_cloud', series: 'a', metric: 'm' }, ({ names, numbers }) => ({ a: [1, names], m: [0, numbers] })],
  [
    {
      viz_type: 'cal_heatmap',
      metrics: ['m'],
      domain_granularity: 'year',
      subdomain_granularity: 'month',
      show_values: true,
    },
    ({ numbers, times }) => ({ __timestamp: [2, times], m: [0, numbers] }),
  ],
  [{ viz_type: 'horizon', metrics: ['m'] }, ({ numbers, times }) => ({ __timestamp: [2, times], m: [0, numbers] })],
  [
    { viz_type: 'bullet', metric: 'm', ranges: '1,x,,-3', markers: '1e999', marker_labels: '<b>' },
    ({ numbers }) => ({ m: [0, numbers] }),
  ],
  [{ viz_type: 'pop_kpi', metric: 'm', time_compare: '1 year ago' }, ({ numbers }) => ({ m: [0, numbers] })],
]

const many = Array.from({ length: 10_000 }, (_, at) => at)
const old = Date.UTC(1850, 0, 1)
const cases: Record<string, Values> = {
  'no rows': { names: [], numbers: [], times: [] },
  'one row': { names: ['a'], numbers: [7], times: [old] },
  'empty values only': { names: [null, null], numbers: [null, null], times: [null, null] },
  'negative values': { names: ['a', 'b', 'c'], numbers: [-1, -5, -3], times: [old, old + 9e11, old + 2e12] },
  zeros: { names: ['a', 'b'], numbers: [0, 0], times: [0, 0] },
  'a sum of zero': { names: ['a', 'b'], numbers: [5, -5], times: [0, 86_400_000] },
  'the same name twice': { names: ['a', 'a'], numbers: [1, 2], times: [0, 0] },
  'markup, emoji and other scripts': {
    names: ['<img src=x onerror=alert(1)>', '👩‍👩‍👧 {a|b}', 'שלום', '\u0000\n', '', '&lt;'],
    numbers: [1, 2, 3, 4, 5, 6],
    times: many.slice(0, 6).map((at) => at * 9e8),
  },
  'texts in place of numbers': {
    names: ['a', 'b', 'c', 'd', 'e'],
    numbers: ['NaN', 'Infinity', 'x', true, [1]],
    times: ['soon', 1e20, null, '', 5],
  },
  'huge and tiny numbers': { names: ['a', 'b'], numbers: [1e300, 1e-300], times: [old, 4e12] },
  'ten thousand categories': {
    names: many.map((at) => `name ${at}`),
    numbers: many,
    times: many.map((at) => at * 36e5),
  },
}

const sizes = [
  { width: 600, height: 300 },
  { width: 90, height: 40 },
]

describe.each(types.map(([form, columns]) => [String(form.viz_type), form, columns] as const))(
  '%s',
  (_type, form, columns) => {
    it.each(Object.entries(cases))('%s', async (_name, values) => {
      const opened = openSaved(form)!
      const result: ChartData[] = [answer(columns(values)), answer(columns(values))]
      // large results are slow to write as SVG: one size is enough
      for (const size of values.names.length > 1000 ? sizes.slice(0, 1) : sizes) {
        const input = drawInput(opened.formData, result, { size })
        const picture =
          opened.chart.drawnWith === 'react'
            ? await viewOf(opened.chart.folder, input)
            : await svgOf(opened.chart.folder, input)
        expect(picture).not.toMatch(/NaN|Infinity|undefined|\[object|<img/)
      }
    })
  },
)

async function viewOf(folder: string, input: ReturnType<typeof drawInput>): Promise<string> {
  const { default: View } = await loadView(folder)
  return renderToStaticMarkup(createElement(View, { ...input, title: 'A chart' } as never))
}

async function svgOf(folder: string, input: ReturnType<typeof drawInput>): Promise<string> {
  const { drawing } = await loadDrawing(folder)
  const given = input as never
  const needs = drawing.needs?.(given)
  if (needs !== undefined) return needs
  const chart = init(null, echartsTheme(input.theme), { renderer: 'svg', ssr: true, ...input.size })
  try {
    chart.setOption(drawing.option(given) as EChartsCoreOption)
    drawing.marks?.(given)
    return chart.renderToSVGString().replace(/<style[\s\S]*?<\/style>/, '')
  } finally {
    chart.dispose()
  }
}
