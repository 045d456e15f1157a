import { type EChartsCoreOption, init } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import { answer, drawInput } from '../../testing/drawInput.ts'
import { openSaved } from '../../testing/parts.ts'
import { registerParts } from '../echarts/registerParts.ts'
import { echartsTheme } from '../echartsTheme.ts'
import { chartTheme } from '../theme.ts'
import { drawing } from './drawing.ts'
import type { TimeseriesForm } from './formData.ts'

const day = (index: number) => Date.UTC(2020, 0, 1 + index)
const show = { show: true, showLabel: true }
const layers = [
  {
    ...show,
    name: 'goal',
    annotationType: 'FORMULA',
    sourceType: '',
    value: 'y = 22',
    color: '#0000aa',
    style: 'dashed',
  },
  { ...show, name: 'news', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1, color: '#aa0000', width: 2 },
  { ...show, name: 'sale', annotationType: 'INTERVAL', sourceType: 'NATIVE', value: 2, color: '#00aa00' },
  {
    ...show,
    name: 'plan',
    annotationType: 'TIME_SERIES',
    sourceType: 'line',
    value: 3,
    color: '#aaaa00',
    showMarkers: true,
  },
]
const record = (start: number, end: number, short_descr: string) => ({
  start_dttm: day(start),
  end_dttm: day(end),
  short_descr,
  long_descr: 'because',
})
const annotation_data = {
  news: { columns: [], records: [record(3, 3, 'Launch')] },
  sale: { columns: [], records: [record(5, 20, 'Summer')] },
  plan: { columns: ['t', 'v'], records: [0, 4, 9].map((index) => ({ t: day(index), v: 10 + index })) },
}
const rows = [...Array(10).keys()]
const data = answer({ t: [2, rows.map(day)], m: [0, rows.map((row) => 10 + row * 2)] }, { annotation_data })

async function svgOf(more: object, annotations: object = annotation_data): Promise<string> {
  const form = { viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: ['m'], annotation_layers: layers, ...more }
  const formData = openSaved(form)!.formData as TimeseriesForm
  await drawing.register(formData)
  registerParts(SVGRenderer)
  const theme = echartsTheme(chartTheme('light'))
  const chart = init(null, theme, { renderer: 'svg', ssr: true, width: 600, height: 300 })
  try {
    chart.setOption(
      drawing.option(
        drawInput(formData, [{ ...data, annotation_data: annotations } as typeof data]),
      ) as EChartsCoreOption,
    )
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

it('labels of marks at the edges of the plot stay inside it', async () => {
  const edges = {
    news: { columns: [], records: [record(0, 0, 'First'), record(5, 5, 'Later')] },
    sale: { columns: [], records: [record(0, 1, 'Long name at the start'), record(8, 9, 'Long name at the end')] },
  }
  const svg = await svgOf({ annotation_layers: layers.slice(1, 3) }, edges)
  const textOf = (name: string) => new RegExp(`<text [^>]*>${name}</text>`).exec(svg)?.[0]
  // to the right of the start, to the left of the end
  expect(textOf('sale - Long name at the start')).toContain('text-anchor="start"')
  expect(textOf('sale - Long name at the end')).toContain('text-anchor="end"')
  // rotated by 90°, `y` is the distance to the line: on its right, on its left
  expect(textOf('news - First')).toMatch(/y="5\.5" transform="matrix\(0,-1,1,0/)
  expect(textOf('news - Later')).toMatch(/y="-5\.5" transform="matrix\(0,-1,1,0/)
})

it.each([
  ['lines', {}],
  ['horizontal bars', { viz_type: 'echarts_timeseries_bar', orientation: 'horizontal' }],
])('every kind of layer is drawn with %s', async (_name, more) => {
  const svg = await svgOf(more)
  expect(svg).not.toMatch(/NaN|undefined|\[object/)
  for (const text of ['news - Launch', 'sale - Summer', 'goal', 'plan']) expect(svg).toContain(`>${text}</text>`)
  // descriptions are shown under the pointer
  expect(svg).not.toContain('>because</text>')
  for (const { color } of layers) expect(svg).toContain(color)
})
