import { describe, expect, it } from 'vitest'
import { GenericType } from '../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../model/query/chartData.ts'
import { loadDrawing } from './drawn.ts'
import { loadExamples } from './examples.ts'
import { charts } from './index.ts'
import { drawInput } from './testing/drawInput.ts'
import { draw } from './testing/plot.ts'

/**
 * The tooltips of every type that ECharts draws, for names with markup: ECharts inserts them into the page as HTML.
 * They are formatted for the marks of the examples, with the parameters that ECharts itself passes.
 */

const markup = '<img src=x onerror=alert(1)>'
const size = { width: 900, height: 600 }

/** Every text cell begins with markup. Other cells do not change, nor do names of columns: form data refers to them. */
const marked = (data: ChartData): ChartData => ({
  ...data,
  columns: data.columns.map((cells, at) =>
    data.coltypes[at] === GenericType.string
      ? cells.map((cell): JsonCell => (typeof cell === 'string' ? `${markup}${cell}` : cell))
      : cells,
  ),
})

/** The part of ECharts' own model of a drawn chart that is read here; it has no public types. */
interface SeriesModel {
  getData(kind?: 'edge'): { count(): number } | undefined
  getDataParams(index: number, kind?: 'edge'): object
}

interface Option {
  tooltip?: { formatter?: (params: unknown) => unknown; trigger?: string }
}

async function tooltipsOf(chart: (typeof charts)[number]): Promise<string[]> {
  const { drawing } = await loadDrawing(chart.folder)
  const written: string[] = []
  for (const { form, data } of await loadExamples(chart)) {
    const input = drawInput(form, data.map(marked), { size })
    await drawing.register(form)
    const option = drawing.option(input) as Option
    const { drawn } = draw(option, input)
    const every = (drawn as unknown as { getModel(): { getSeries(): SeriesModel[] } }).getModel().getSeries()
    for (const series of every) {
      for (const kind of [undefined, 'edge'] as const) {
        for (let index = 0; index < (series.getData(kind)?.count() ?? 0); index += 1) {
          const params = { ...series.getDataParams(index, kind), axisValue: 0 }
          const text = option.tooltip?.formatter?.(option.tooltip.trigger === 'axis' ? [params] : params)
          if (typeof text === 'string') written.push(text)
        }
      }
    }
  }
  return written
}

describe.each(
  charts
    .filter(({ drawnWith, category, drawsCharts }) => drawnWith === 'echarts' && category !== 'Map' && !drawsCharts)
    .map((chart) => [chart.type, chart] as const),
)('%s', (_type, chart) => {
  it('has no markup of names in its tooltips', async () => {
    const tooltips = await tooltipsOf(chart)
    expect(tooltips.filter((text) => text !== '').length).toBeGreaterThan(0)
    for (const text of tooltips) expect(text).not.toContain('<img')
  })
})
