import type { QueryMetric } from '../../../model/query/queryObject.ts'

/** The metric of a size; undefined if it is a number. */
export function metricOfSize(size: Record<string, unknown>): QueryMetric | undefined {
  if (size.type !== 'metric') return undefined
  const value: unknown = Array.isArray(size.value) ? size.value[0] : size.value
  return typeof value === 'object' && value !== null ? (value as QueryMetric) : textOf(value)
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The number of a size; undefined if it is a metric, or not a number. */
export function fixedSize(size: Record<string, unknown>): number | undefined {
  if (size.type === 'metric' || size.value == null || size.value === '') return undefined
  const value = Number(size.value)
  return Number.isFinite(value) ? value : undefined
}
