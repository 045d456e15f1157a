import { area } from './area/definition.ts'
import { bar } from './bar/definition.ts'
import { bigNumber } from './bigNumber/definition.ts'
import { bigNumberTotal } from './bigNumberTotal/definition.ts'
import { line } from './line/definition.ts'
import { pie } from './pie/definition.ts'
import { scatter } from './scatter/definition.ts'
import type { ChartDefinition, Shows } from './shared/defineChart.ts'
import { table } from './table/definition.ts'

/** Every chart type that can be drawn. */
export const charts: ChartDefinition[] = [table, bigNumberTotal, bigNumber, line, bar, area, scatter, pie]

const byType = new Map<string, ChartDefinition>()
for (const chart of charts) {
  byType.set(chart.type, chart)
  for (const retired of Object.keys(chart.replaces ?? {})) byType.set(retired, chart)
}

/** The chart type that draws a saved `viz_type`, which may be a retired key; undefined where none does. */
export function findChart(vizType: string): ChartDefinition | undefined {
  return byType.get(vizType)
}

/** What a saved `viz_type` shows; a plot where nothing is known of it. */
export const shownBy = (vizType: string): Shows => findChart(vizType)?.shows ?? 'plot'

/** What a chart starts as where nobody has chosen its type. */
export const startingType = table.type

export const isSupported = (vizType: string) => byType.has(vizType)

export interface OpenedChart {
  chart: ChartDefinition
  /** Today's shape, with the defaults of every control; unknown keys are kept. */
  formData: Record<string, unknown>
}

/** Reads saved form data: finds the type, brings older shapes up to date, fills in defaults. */
export function openFormData(saved: Record<string, unknown>): OpenedChart | undefined {
  const vizType = String(saved.viz_type)
  const chart = findChart(vizType)
  if (chart === undefined) return undefined
  const current = chart.replaces?.[vizType]?.(saved) ?? saved
  const formData = chart.formData.parse(foldTimeBounds(chart.migrate?.(current) ?? current))
  return { chart, formData: { ...formData, viz_type: chart.type } }
}

/** The oldest charts saved the ends of their time range apart. */
function foldTimeBounds(saved: Record<string, unknown>): Record<string, unknown> {
  const { since, until, ...rest } = saved
  if (!since && !until) return saved
  return { ...rest, time_range: `${String(since ?? '')} : ${String(until ?? '')}` }
}
