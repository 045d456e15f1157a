import type { QueryContext } from '../../model/query/queryObject.ts'
import { type QueryContextInput, queryContextOf } from '../buildQueryContext.ts'
import { type ChartParts, toExploreFormData } from '../exploreFormData.ts'
import { charts, findChart } from '../index.ts'
import { type OpenedChart, readFormData } from '../openFormData.ts'
import { loadControls, loadQuery } from '../parts.ts'
import type { ChartDatasource } from '../shared/contract.ts'

/** Every type with its parts, loaded before a test starts, so that tests of pure functions are synchronous. */
export const everyChart: ChartParts[] = await Promise.all(
  charts.map(async (chart) => ({
    chart,
    query: await loadQuery(chart.folder),
    controls: await loadControls(chart.folder),
  })),
)

/** The parts of the type of a saved `viz_type`. */
export const partsOf = (vizType: unknown): ChartParts | undefined =>
  everyChart.find(({ chart }) => chart === findChart(String(vizType)))

export const controlsOf = (vizType: unknown) => partsOf(vizType)?.controls.flatMap((section) => section.controls) ?? []

export function openSaved(saved: Record<string, unknown>): OpenedChart | undefined {
  const parts = partsOf(saved.viz_type)
  return parts && { ...parts, formData: readFormData(parts.chart, parts.query, saved) }
}

export function contextOfSaved(input: QueryContextInput): QueryContext | undefined {
  const opened = openSaved(input.formData)
  return opened && queryContextOf(opened.query, { ...input, formData: opened.formData })
}

export function exploreSaved(
  saved: Record<string, unknown>,
  datasource: ChartDatasource,
  defaultTimeRange?: string,
): Record<string, unknown> | undefined {
  const parts = partsOf(saved.viz_type)
  return parts && toExploreFormData(parts, saved, datasource, defaultTimeRange)
}
