import type { ChartData } from '../../../../model/query/chartData.ts'

/** Why a chart has nothing to draw, if the reason is certain. */
export type EmptyReason =
  /** its rolling window drops the first rows, and there are no others */
  | { kind: 'rolling'; periods: number }
  /** its own conditions exclude all rows that pass the filters */
  | { kind: 'condition' }
  /** the database found no row */
  | { kind: 'filters' }
  /** there are rows, but no values that this chart shows */
  | { kind: 'values' }

/** Why there is nothing to draw, from the chart's query and its result. */
export function emptyReason(formData: Record<string, unknown>, data: readonly ChartData[] | undefined): EmptyReason {
  if ((data?.[0]?.rowcount ?? 0) > 0) return { kind: 'values' }
  const { rolling_type: rolling, min_periods: periods, adhoc_filters: conditions } = formData
  const dropped = Number(periods)
  if (rolls(rolling) && dropped > 0) return { kind: 'rolling', periods: dropped }
  const isHaving = (condition: unknown) => (condition as { clause?: unknown } | null)?.clause === 'HAVING'
  if (Array.isArray(conditions) && conditions.some(isHaving)) return { kind: 'condition' }
  return { kind: 'filters' }
}

/** Whether a rolling type has a window, which may drop rows. Cumulative totals have none. */
const rolls = (type: unknown) => typeof type === 'string' && ['mean', 'sum', 'std'].includes(type)
