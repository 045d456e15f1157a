import { expect, it } from 'vitest'
import { type ChartMode, chartTheme } from '../shared/theme.ts'
import { answer } from '../testing/drawInput.ts'
import { plot } from '../testing/plot.ts'

interface Symbol {
  getSymbolPath: () => { style: { fill: string; stroke: string } }
}

async function fillsOf(mode: ChartMode, symbol: string): Promise<Set<string>> {
  const data = answer({ id: [1, ['a', 'b', 'c']], up: [1, [null, 'a', 'a']] })
  const theme = chartTheme(mode)
  const { series } = await plot({ viz_type: 'tree_chart', id: 'id', parent: 'up', symbol }, [data], { theme })
  return new Set((series[0]!.marks as unknown as Symbol[]).map((mark) => mark.getSymbolPath().style.fill))
}

it.each<ChartMode>(['light', 'dark'])('empty nodes have the color of the ground in the %s theme', async (mode) => {
  expect(await fillsOf(mode, 'emptyCircle')).toEqual(new Set([chartTheme(mode).surface]))
  expect(await fillsOf(mode, 'circle')).not.toContain(chartTheme(mode).surface)
})
