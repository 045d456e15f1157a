import type { CatalogAnswers } from '../../contracts.ts'

/** The only view with a name, given the queries of all views whose names are equal except for case. */
export const oneView = (queries: readonly (string | null)[]): CatalogAnswers['view'] =>
  queries.length === 0 ? null : { sql: queries.length === 1 ? (queries[0] ?? null) : null }
