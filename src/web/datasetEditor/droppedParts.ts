import type { SourceLoss } from './sourceLoss.ts'

/** Names that a saved dataset has and the draft does not: removed, or renamed. */
export interface DroppedParts {
  columns: string[]
  metrics: string[]
}

type Names = {
  columns: readonly { column_name: string }[]
  metrics: readonly { metric_name: string }[]
}

/** The names that saving removes, with those that the new source lacks; undefined if there are none. */
export function droppedParts(before: Names, after: Names, loss?: SourceLoss): DroppedParts | undefined {
  const columns = new Set(after.columns.map(({ column_name }) => column_name.trim()))
  const metrics = new Set(after.metrics.map(({ metric_name }) => metric_name.trim()))
  const known = before.columns.map(({ column_name }) => column_name)
  const lost = new Set(loss?.columns)
  const dropped = {
    columns: known.filter((name) => !columns.has(name) || lost.has(name)),
    metrics: before.metrics.map(({ metric_name }) => metric_name).filter((name) => !metrics.has(name)),
  }
  return dropped.columns.length + dropped.metrics.length > 0 ? dropped : undefined
}
