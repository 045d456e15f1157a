import type { CatalogAnswers } from '../../contracts.ts'

/**
 * The view with a name, given the queries of all views whose names differ at most in case. If there are several, the
 * query is unknown.
 */
export const oneView = (queries: readonly (string | null)[]): CatalogAnswers['view'] =>
  queries.length === 0 ? null : { sql: queries.length === 1 ? (queries[0] ?? null) : null }
