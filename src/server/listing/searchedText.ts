import { type RawBuilder, sql } from 'kysely'

/** A text column whose values are in an index for searches, in lower case. */
export interface SearchedText {
  column: RawBuilder<unknown>
  /** The id of the listed row. */
  id: RawBuilder<unknown>
  /** The ids of the rows whose text matches a pattern in lower case. */
  matching(pattern: RawBuilder<unknown>): RawBuilder<unknown>
}

/** A column of the tables that migration 14 indexes. */
export const searchedText = (table: 'charts' | 'dashboards' | 'datasets', name: string): SearchedText => ({
  column: sql.ref(`${table}.${name}`),
  id: sql.ref(`${table}.id`),
  matching: (pattern) =>
    sql`select rowid from ${sql.table(`${table}_search`)} where ${sql.ref(`${table}_search.${name}`)} like ${pattern}`,
})
