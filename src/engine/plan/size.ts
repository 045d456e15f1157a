import { isAdhocColumn, isAdhocMetric } from '../../model/query/labels.ts'
import { requestFault } from './failure.ts'
import type { NormalQuery } from './normalQuery.ts'

/**
 * Maximum number of columns, metrics, filters and orderings of one query together. The widest tables have a few hundred
 * columns.
 */
export const MOST_PARTS = 2000
/** Maximum number of SQL expressions among them: each is parsed before the query runs. */
export const MOST_EXPRESSIONS = 500
/** Maximum number of post-processing steps. Charts have at most ten. */
export const MOST_STEPS = 100

const isWritten = (part: unknown) => isAdhocColumn(part) || (isAdhocMetric(part) && part.expressionType === 'SQL')

/** @throws AppError 400 for a query that is larger than any chart needs */
export function refuseTooLarge(
  query: Pick<NormalQuery, 'columns' | 'metrics' | 'filters' | 'orderby' | 'postProcessing'>,
): void {
  const { columns, metrics, filters, orderby, postProcessing } = query
  const parts = [...columns, ...(metrics ?? []), ...filters.map(({ col }) => col), ...orderby.map(([by]) => by)]
  if (parts.length > MOST_PARTS) {
    throw requestFault(`A query can have at most ${MOST_PARTS} columns, metrics, filters and orderings together`)
  }
  if (parts.filter(isWritten).length > MOST_EXPRESSIONS) {
    throw requestFault(`A query can have at most ${MOST_EXPRESSIONS} custom SQL expressions`)
  }
  if (postProcessing.length > MOST_STEPS) {
    throw requestFault(`A query can have at most ${MOST_STEPS} post-processing operations`)
  }
}
