import { expect, it } from 'vitest'
import { answer, drawInput } from '../../testing/drawInput.ts'
import { openSaved } from '../../testing/parts.ts'
import { draw } from '../../testing/plot.ts'
import { drawing } from '../timeseries/drawing.ts'
import type { TimeseriesForm } from '../timeseries/formData.ts'

const years = [2000, 2001, 2002].map((year) => Date.UTC(year, 0))
const form = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'ds',
  groupby: ['region'],
  metrics: ['n'],
  show_legend: false,
}
const size = { width: 460, height: 340 }

async function leadersTo(ends: number[]): Promise<number> {
  const lines = ends.map((end, at) => [`Region ${at}`, [0, [0, 50, end], [`Region ${at}`]]] as const)
  const rows = answer({ ds: [2, years], ...(Object.fromEntries(lines) as unknown as Parameters<typeof answer>[0]) })
  const input = drawInput(openSaved(form)!.formData as TimeseriesForm, [rows], { size })
  await drawing.register(input.formData)
  return draw(drawing.option(input), input).svg.match(/stroke-width="0\.75"/g)?.length ?? 0
}

it('labels at the ends of lines have a line to their end only if they had to move', async () => {
  expect(await leadersTo([100, 70, 40, 10])).toBe(0)
  expect(await leadersTo([80, 79, 78, 10])).toBe(2)
})
