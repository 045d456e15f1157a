import type { ChartData } from '../../../../model/query/chartData.ts'

/** Why a chart has nothing to draw, as far as it can be told for certain. */
export type EmptyReason =
  /** its rolling window drops the first rows, and there are no more */
  | { kind: 'rolling'; periods: number }
  /** it asks more of a group than to lie under the filters */
  | { kind: 'condition' }
  /** the database found no row */
  | { kind: 'filters' }
  /** there are rows, but nothing in them that this chart shows */
  | { kind: 'values' }

/** The reason for an empty picture, from what the chart asks for and what came. */
export function emptyReason(formData: Record<string, unknown>, data: readonly ChartData[] | undefined): EmptyReason {
  if ((data?.[0]?.rowcount ?? 0) > 0) return { kind: 'values' }
  const { rolling_type: rolling, min_periods: periods, adhoc_filters: conditions } = formData
  const dropped = Number(periods)
  if (rolls(rolling) && dropped > 0) return { kind: 'rolling', periods: dropped }
  const isHaving = (condition: unknown) => (condition as { clause?: unknown } | null)?.clause === 'HAVING'
  if (Array.isArray(conditions) && conditions.some(isHaving)) return { kind: 'condition' }
  return { kind: 'filters' }
}

/** Running totals have no window and drop nothing. */
const rolls = (type: unknown) => typeof type === 'string' && ['mean', 'sum', 'std'].includes(type)
