import * as everyChart from 'echarts/charts'
import * as everyComponent from 'echarts/components'
import { type EChartsCoreOption, init, use as registerParts } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { describe, expect, it } from 'vitest'
import { bigNumberPicture } from './bigNumber/picture.ts'
import { bigNumberTotalPicture } from './bigNumberTotal/picture.ts'
import { loadDrawing } from './drawn.ts'
import { charts } from './index.ts'
import type { PivotForm } from './pivotTable/formData.ts'
import { pivotOf } from './pivotTable/pivot.ts'
import type { DrawInput } from './shared/contract.ts'
import { echartsTheme } from './shared/echartsTheme.ts'
import { chartTheme } from './shared/theme.ts'
import { tableColumns } from './table/columns.ts'
import { columnar, drawInput } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'
import { hasRecordings, readRecordings } from './testing/recordings.ts'
import { readWords } from './wordCloud/layout.ts'

registerParts([SVGRenderer, LabelLayout, ...Object.values(everyChart), ...Object.values(everyComponent)])

const own = new Set(charts.map((chart) => chart.type))
// recordings of the retired endpoint have responses in another format; the tests of their chart types read them
const recordings = readRecordings().filter(
  (recording) => own.has(recording.viz_type) && recording.answer.result !== undefined,
)

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Draws like the report renderer: without a DOM and without components. */
function svgOf(option: EChartsCoreOption, mode: 'light' | 'dark'): string {
  const chart = init(null, echartsTheme(chartTheme(mode)), { renderer: 'svg', ssr: true, width: 600, height: 300 })
  try {
    chart.setOption(option)
    // hover styles are removed: they cannot express gradients, and nothing in a report is hovered
    return chart.renderToSVGString().replace(/<style[\s\S]*?<\/style>/, '')
  } finally {
    chart.dispose()
  }
}

describe.skipIf(!hasRecordings)('recorded charts draw without a DOM (needs ../shared/reference/recordings)', () => {
  it.each(recordings.map((recording) => [recording.name, recording] as const))('%s', async (_name, recording) => {
    const opened = openSaved(recording.request.body.form_data ?? {})!
    const input: DrawInput<never> = drawInput(opened.formData as never, recording.answer.result.map(columnar))
    if (opened.chart.drawnWith === 'react') {
      if (opened.chart.type === 'big_number') expect(bigNumberPicture(input).lines[0]?.runs[0]?.text).not.toBe('')
      else if (opened.chart.type === 'big_number_total') expect(bigNumberTotalPicture(input).lines).not.toEqual([])
      else if (opened.chart.type === 'word_cloud') expect(readWords(input).length).toBeGreaterThan(30)
      else if (opened.chart.type === 'pivot_table_v2') {
        const { rows, columns, metrics, value } = pivotOf(opened.formData as PivotForm, input.data)
        const cells = rows.leaves.flatMap((row) => columns.leaves.map((column) => Number(value(row, column, 0))))
        const { colnames, columns: recorded } = input.data[0]!
        expect(sum(cells)).toBeCloseTo(sum((recorded[colnames.indexOf(metrics[0]!)] ?? []).map(Number)), 5)
      } else expect(tableColumns(input).map((column) => column.values.length)).toContain(input.data[0]?.rowcount)
      return
    }
    const { drawing } = await loadDrawing(opened.chart.folder)
    for (const mode of ['light', 'dark'] as const) {
      const svg = svgOf(drawing.option({ ...input, theme: chartTheme(mode) }) as EChartsCoreOption, mode)
      expect(svg).not.toMatch(/NaN|undefined|\[object/)
      // frame, grid and at least one mark
      expect(svg.match(/<path/g)?.length).toBeGreaterThan(2)
    }
    // a single point in time cannot be used as a filter
    const isOverTime = input.data[0]?.coltypes[0] === 2 && [opened.formData.groupby ?? []].flat().length === 0
    if (drawing.marks && !isOverTime) expect(drawing.marks(input as never).length).toBeGreaterThan(0)
  })
})
