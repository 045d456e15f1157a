import type { CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

/**
 * A read that every request makes, built once for each store: building its text costs more than running it. `build`
 * names parameters by stand-ins; the values that are given later take their places, in the order of the text.
 */
export function keptStatement<Row>(
  build: (db: Db) => { compile(): CompiledQuery<Row> },
): (db: Db, ...parameters: unknown[]) => Promise<Row[]> {
  const built = new WeakMap<Db, CompiledQuery<Row>>()
  return async (db, ...parameters) => {
    const statement = built.get(db) ?? build(db).compile()
    built.set(db, statement)
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows
  }
}
