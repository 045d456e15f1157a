import { sqlNames } from '../../model/usage/sqlNames.ts'
import { type DatasetDraft, isCalculated } from './datasetDraft.ts'

/** The parts of a dataset that are lost with another source. */
export interface SourceLoss {
  /** columns that the new source does not have */
  columns: string[]
  /** calculated columns and metrics whose expressions use them */
  calculated: string[]
  metrics: string[]
}

/** What is lost if the source has only these columns; undefined if nothing is lost. */
export function sourceLoss(draft: DatasetDraft, names: readonly string[]): SourceLoss | undefined {
  const found = new Set(names.map((name) => name.toLowerCase()))
  const columns = draft.columns
    .filter((column) => !isCalculated(column) && !found.has(column.column_name.toLowerCase()))
    .map(({ column_name }) => column_name)
  if (columns.length === 0) return undefined
  const gone = new Set(columns.map((name) => name.toLowerCase()))
  const isBroken = (expression: string | null) =>
    sqlNames(expression ?? '').some((name) => gone.has(name.toLowerCase()))
  return {
    columns,
    calculated: draft.columns.filter(({ expression }) => isBroken(expression)).map(({ column_name }) => column_name),
    metrics: draft.metrics.filter(({ expression }) => isBroken(expression)).map(({ metric_name }) => metric_name),
  }
}
