import type { CatalogAnswers } from '../../contracts.ts'

/** The one view of a name, given the queries of all whose names are the same but for upper and lower case. */
export const oneView = (queries: readonly (string | null)[]): CatalogAnswers['view'] =>
  queries.length === 0 ? null : { sql: queries.length === 1 ? (queries[0] ?? null) : null }
