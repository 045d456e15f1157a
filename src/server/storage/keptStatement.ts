import type { CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

/**
 * A query that every request runs, built once per store, because building its text costs more than running it. `build`
 * uses placeholders as parameters; the values passed later replace them, in the order of the text.
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
