import * as everyChart from 'echarts/charts'
import * as everyComponent from 'echarts/components'
import { type EChartsCoreOption, init, use as registerParts } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { describe, expect, it } from 'vitest'
import { columnLabel, metricLabel } from '../model/query/labels.ts'
import { loadDrawing } from './drawn.ts'
import { loadExamples } from './examples.ts'
import { charts } from './index.ts'
import { loadQuery } from './parts.ts'
import { echartsTheme } from './shared/echartsTheme.ts'
import { noDatasource } from './shared/noDatasource.ts'
import { chartTheme } from './shared/theme.ts'
import { drawInput } from './testing/drawInput.ts'

registerParts([SVGRenderer, LabelLayout, ...Object.values(everyChart), ...Object.values(everyComponent)])

const every = await Promise.all(
  charts.map(async (chart) => ({
    chart,
    query: await loadQuery(chart.folder),
    examples: await loadExamples(chart),
    drawing: chart.drawnWith === 'echarts' ? (await loadDrawing(chart.folder)).drawing : undefined,
  })),
)

describe.each(every.map((each) => [each.chart.type, each] as const))(
  '%s',
  (_type, { chart, query, examples, drawing }) => {
    it('has examples with captions', () => {
      expect(examples.length).toBeGreaterThan(0)
      for (const { caption } of examples) expect(caption).toMatch(/^[A-Z].{15,110}\.$/)
    })

    it('has the results of the queries of its examples', () => {
      if (chart.drawsCharts) return
      for (const { form, data } of examples) {
        const queries = query.buildQuery({ formData: form, datasource: noDatasource })
        expect(data).toHaveLength(queries.length)
        queries.forEach(({ columns = [], metrics = [], post_processing: steps = [] }, at) => {
          const result = data[at]
          expect(result?.columns.map((values) => values.length)).toEqual(result?.columns.map(() => result.rowcount))
          // other post-processing steps change the columns
          if (steps.some((step) => step && step.operation !== 'rank' && step.operation !== 'flatten')) return
          const names = [...columns.map(columnLabel), ...(metrics ?? []).map(metricLabel)]
          expect(result?.colnames).toEqual(expect.arrayContaining(names))
        })
      }
    })

    // types without a drawing module are drawn by the stories of the gallery
    if (!drawing) return
    it('draws its examples', async () => {
      for (const { form, data } of examples) {
        await drawing.register(form)
        for (const mode of ['light', 'dark'] as const) {
          const theme = chartTheme(mode)
          const size = { width: 254, height: 138 }
          const input = drawInput(form, data, { theme, size })
          expect(drawing.needs?.(input)).toBeUndefined()
          const picture = init(null, echartsTheme(theme), { renderer: 'svg', ssr: true, ...size })
          picture.setOption(drawing.option(input) as EChartsCoreOption)
          const svg = picture.renderToSVGString().replace(/<style[\s\S]*?<\/style>/, '')
          picture.dispose()
          expect(svg).not.toMatch(/NaN|undefined|\[object/)
          expect(svg.match(/<(path|polygon|text)/g)?.length).toBeGreaterThan(2)
        }
      }
    })
  },
)
