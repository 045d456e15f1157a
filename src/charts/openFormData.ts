import { findChart, shownType } from './index.ts'
import { loadQuery } from './parts.ts'
import type { ChartQuery, ChartType, ShownType } from './shared/contract.ts'

export interface OpenedChart {
  chart: ChartType
  query: ChartQuery
  /** The current format, with the defaults of every control; unknown keys are kept. */
  formData: Record<string, unknown>
}

/** Reads saved form data: finds the type, migrates older formats, fills in defaults. */
export async function openFormData(saved: Record<string, unknown>): Promise<OpenedChart | undefined> {
  const chart = findChart(String(saved.viz_type))
  if (chart === undefined) return undefined
  const query = await loadQuery(chart.folder)
  return { chart, query, formData: readFormData(chart, query, saved) }
}

/** Converts saved form data to the current format of the type. */
export function readFormData(
  { type }: ChartType,
  query: ChartQuery,
  saved: Record<string, unknown>,
): Record<string, unknown> {
  const current = query.replaces?.[String(saved.viz_type)]?.(saved) ?? saved
  const formData = query.formData.parse(foldTimeBounds(query.migrate?.(current) ?? current))
  return { ...formData, viz_type: type }
}

/** A chart as pages receive it, so that they need no schema: its type, and form data in the current format. */
export interface ShownForm {
  /** null if the type is not supported; the form data is then unchanged */
  type: ShownType | null
  form_data: Record<string, unknown>
}

/**
 * Every schema accepts whatever other programs saved. If reading fails nevertheless, that is a bug: it is reported to
 * `onFault`, and the form data is shown as saved, so that one chart cannot prevent a dashboard from opening.
 */
export async function shownForm(saved: Record<string, unknown>, onFault: (error: unknown) => void): Promise<ShownForm> {
  const chart = findChart(String(saved.viz_type))
  if (chart === undefined) return { type: null, form_data: saved }
  const query = await loadQuery(chart.folder)
  try {
    return { type: shownType(chart), form_data: readFormData(chart, query, saved) }
  } catch (error) {
    onFault(error)
    return { type: shownType(chart), form_data: saved }
  }
}

/** The oldest charts saved both ends of their time range separately. */
function foldTimeBounds(saved: Record<string, unknown>): Record<string, unknown> {
  const { since, until, ...rest } = saved
  if (!since && !until) return saved
  return { ...rest, time_range: `${String(since ?? '')} : ${String(until ?? '')}` }
}
