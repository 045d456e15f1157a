import type { ChartParts } from '../../../../charts/exploreFormData.ts'
import { findChart } from '../../../../charts/index.ts'
import { loadControls, loadQuery } from '../../../../charts/parts.ts'

/** The loaded parts of chart types: the builder uses them without waiting. */
const loaded = new Map<string, ChartParts>()

/** The parts of the chart type that `viz_type` names; undefined if it is not supported or not loaded yet. */
export const partsOf = (vizType: unknown): ChartParts | undefined => {
  const chart = findChart(String(vizType))
  return chart && loaded.get(chart.type)
}

/** Whether everything that a type needs is loaded. */
export const isReady = (vizType: unknown): boolean =>
  findChart(String(vizType)) === undefined || partsOf(vizType) !== undefined

/** Loads the parts of the chart type that `viz_type` names, once. */
export async function loadParts(vizType: unknown): Promise<void> {
  const chart = findChart(String(vizType))
  if (chart === undefined || loaded.has(chart.type)) return
  const [query, controls] = await Promise.all([loadQuery(chart.folder), loadControls(chart.folder)])
  if (!loaded.has(chart.type)) loaded.set(chart.type, { chart, query, controls })
}
