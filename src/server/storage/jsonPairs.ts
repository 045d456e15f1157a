import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './isPostgres.ts'
import type { Db } from './schema.ts'

/**
 * A table of pairs of whole numbers with the columns `one` and `other`, from a single parameter: the text of the
 * statement is the same for any number of pairs, and so it is prepared once.
 */
export function jsonPairs(db: Db, pairs: readonly (readonly [number, number])[]): RawBuilder<unknown> {
  const json = JSON.stringify(pairs)
  return isPostgres(db)
    ? sql`(select (value->>0)::integer as one, (value->>1)::integer as other from json_array_elements(${json}::json))`
    : sql`(select value->>0 as one, value->>1 as other from json_each(${json}))`
}
