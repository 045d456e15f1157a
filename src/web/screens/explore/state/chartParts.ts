import type { ChartParts } from '../../../../charts/exploreFormData.ts'
import { findChart } from '../../../../charts/index.ts'
import { loadControls, loadQuery } from '../../../../charts/parts.ts'

/** The parts of chart types that have come: the builder computes with them without waiting. */
const loaded = new Map<string, ChartParts>()

/** The parts of what draws a `viz_type`; undefined where nothing does, or they have not come yet. */
export const partsOf = (vizType: unknown): ChartParts | undefined => {
  const chart = findChart(String(vizType))
  return chart && loaded.get(chart.type)
}

/** Whether there is nothing to wait for before a type is opened. */
export const isReady = (vizType: unknown): boolean =>
  findChart(String(vizType)) === undefined || partsOf(vizType) !== undefined

/** Brings the parts of what draws a `viz_type`, once. */
export async function loadParts(vizType: unknown): Promise<void> {
  const chart = findChart(String(vizType))
  if (chart === undefined || loaded.has(chart.type)) return
  const [query, controls] = await Promise.all([loadQuery(chart.folder), loadControls(chart.folder)])
  if (!loaded.has(chart.type)) loaded.set(chart.type, { chart, query, controls })
}
