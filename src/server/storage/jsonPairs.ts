import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './isPostgres.ts'
import type { Db } from './schema.ts'

/**
 * A table of pairs of whole numbers with the columns `one` and `other`, from a single parameter: the text of the
 * statement is the same for any number of pairs, and so it is prepared once. SQLite parses the parameter once and can
 * index the table: without `materialized` and the types, a join would parse all pairs again for every row.
 */
export function jsonPairs(db: Db, pairs: readonly (readonly [number, number])[]): RawBuilder<unknown> {
  const json = JSON.stringify(pairs)
  return isPostgres(db)
    ? sql`(select (value->>0)::integer as one, (value->>1)::integer as other from json_array_elements(${json}::json))`
    : sql`(with pairs as materialized (
        select cast(value->>0 as integer) as one, cast(value->>1 as integer) as other from json_each(${json})
      ) select one, other from pairs)`
}
