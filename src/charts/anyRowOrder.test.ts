import { describe, expect, it } from 'vitest'
import type { ChartData } from '../model/query/chartData.ts'
import { buildQueryContext } from './buildQueryContext.ts'
import { loadDrawing } from './drawn.ts'
import { loadExamples } from './examples.ts'
import { charts } from './index.ts'
import { noDatasource } from './shared/noDatasource.ts'
import { chartTheme } from './shared/theme.ts'
import { drawInput } from './testing/drawInput.ts'
import { optionText } from './testing/reviewText.ts'

/**
 * A database may return the groups of a query without an order in another sequence each time. A chart that is refreshed
 * must not move or change colors because of it.
 */

const size = { width: 620, height: 360 }
const types = charts.filter(({ drawnWith, category }) => drawnWith === 'echarts' && category !== 'Map')

/** The rows in another sequence, the same each time. */
function shuffled(answer: ChartData): ChartData {
  const rows = Array.from({ length: answer.rowcount }, (_, row) => row)
  const place = (row: number) => (row * 7919 + 13) % 10_007
  rows.sort((a, b) => place(a) - place(b))
  return { ...answer, columns: answer.columns.map((values) => rows.map((row) => values[row]!)) }
}

describe.each(types.map((chart) => [chart.type, chart] as const))('%s', (type, chart) => {
  it('is drawn in the same way if the rows of a query without an order arrive in another one', async () => {
    const { drawing } = await loadDrawing(chart.folder)
    for (const { form, data } of await loadExamples(chart)) {
      const formData = { ...form, viz_type: type, datasource: '1__table' }
      const context = await buildQueryContext({ formData, datasource: noDatasource })
      const isOrdered = (index: number) => {
        const query = context?.queries[index]
        return !query || (query.orderby ?? []).length > 0 || (query.post_processing ?? []).length > 0
      }
      const draw = (answers: ChartData[]) =>
        drawing.option(drawInput(form, answers, { size, theme: chartTheme('light') }))
      const other = data.map((answer, index) => (isOrdered(index) ? answer : shuffled(answer)))
      await drawing.register(drawInput(form, data).formData)
      expect(optionText(draw(other))).toBe(optionText(draw(data)))
    }
  })
})
