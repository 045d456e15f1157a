import { GenericType } from '../model/dataset/dataset.ts'
import { columnLabel } from '../model/query/labels.ts'
import type { QueryObject } from '../model/query/queryObject.ts'
import type { ChartType } from './shared/contract.ts'

/** The columns of a query: how many metrics, how many dimensions besides time, and whether there is time. */
export interface ColumnShape {
  time: boolean
  dimensions: number
  metrics: number
}

/** The columns that all queries of a chart request together. */
export function shapeOf(queries: readonly QueryObject[], columnTypes: Record<string, GenericType>): ColumnShape {
  const columns = new Set(queries.flatMap((query) => (query.columns ?? []).map(columnLabel)))
  const isTime = (name: string) => Object.hasOwn(columnTypes, name) && columnTypes[name] === GenericType.temporal
  const times = [...columns].filter(isTime)
  const metrics = new Set(queries.flatMap((query) => (query.metrics ?? []).map((metric) => JSON.stringify(metric))))
  return {
    time: times.length > 0 || queries.some((query) => query.is_timeseries === true),
    dimensions: columns.size - times.length,
    metrics: metrics.size,
  }
}

const suggested = 3

/** The types that suit these columns, the best first; empty if there are no columns. */
export function suggestTypes(types: readonly ChartType[], shape: ColumnShape): ChartType[] {
  if (!shape.time && shape.dimensions === 0 && shape.metrics === 0) return []
  const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most
  return types
    .filter(
      ({ suits }) =>
        suits &&
        (suits.time === undefined || suits.time === shape.time) &&
        within(shape.dimensions, suits.dimensions) &&
        within(shape.metrics, suits.metrics),
    )
    .toSorted((one, other) => (other.suits?.rank ?? 0) - (one.suits?.rank ?? 0))
    .slice(0, suggested)
}
