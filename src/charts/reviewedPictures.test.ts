import type { CustomSeriesOption } from 'echarts'
import { describe, expect, it } from 'vitest'
import { loadDrawing } from './drawn.ts'
import { loadExamples } from './examples.ts'
import { charts } from './index.ts'
import { chartTheme } from './shared/theme.ts'
import { loadStill } from './stills.ts'
import { drawInput } from './testing/drawInput.ts'
import { optionText, pictureText } from './testing/reviewText.ts'

/**
 * The drawing of each type for its examples, as a reviewed file: the option for ECharts, or the picture of the server.
 * A change of a drawing shows up in the file line by line.
 */

const size = { width: 620, height: 360 }
/** Every letter has the same width, so that the result is the same on every machine. */
const measure = (text: string, font: { size: number }) => text.length * font.size * 0.55

// maps would contain the borders of all countries; filter boxes have no picture
const types = charts.filter(({ category, filtersDashboard }) => category !== 'Map' && !filtersDashboard)

async function reviewOf(chart: (typeof types)[number]): Promise<string> {
  const examples = await loadExamples(chart)
  const drawn = await Promise.all(
    examples.map(async ({ caption, form, data }) => {
      const input = drawInput(form, data, { size, theme: chartTheme('light') })
      return `${caption}\n${chart.drawnWith === 'echarts' ? await option(chart.folder, input) : await still(chart.folder, input)}\n`
    }),
  )
  return drawn.join('\n')
}

type Input = ReturnType<typeof drawInput<Record<string, unknown>>>

async function option(folder: string, input: Input): Promise<string> {
  const { drawing } = await loadDrawing(folder)
  await drawing.register(input.formData)
  const drawn = drawing.option(input)
  return [optionText(drawn), ...[drawn.series ?? []].flat().flatMap(ownShapes)].join('\n')
}

/** The shapes that a type draws itself, without axes. */
function ownShapes(series: object): string[] {
  const { type, coordinateSystem, data, renderItem } = series as CustomSeriesOption & { data?: unknown[] }
  if (type !== 'custom' || coordinateSystem !== 'none' || !renderItem) return []
  const shapes = (data ?? []).map((_, dataIndex) => renderItem({ dataIndex } as never, {} as never))
  return [`its shapes: ${optionText(shapes)}`]
}

async function still(folder: string, input: Input): Promise<string> {
  const module = await loadStill(folder)
  await module.prepare?.(input)
  const text = (message: { defaultMessage?: unknown }) => String(message.defaultMessage)
  return pictureText(module.still({ ...input, measure, text, id: 'a' }))
}

describe.each(types.map((chart) => [chart.type, chart] as const))('%s', (type, chart) => {
  it('draws its examples as reviewed', async () => {
    await expect(await reviewOf(chart)).toMatchFileSnapshot(`__snapshots__/${type}.snap`)
  })
})
