import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { BooleanColumns } from './booleans.ts'
import type { Db, Tables } from './schema.ts'

const bind = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : ((value ?? null) as SQLInputValue)

class Statement implements SqliteStatement {
  readonly reader: boolean
  readonly #statement: StatementSync

  constructor(statement: StatementSync) {
    this.#statement = statement
    this.reader = statement.columns().length > 0
  }

  all(parameters: readonly unknown[]) {
    return this.#statement.all(...parameters.map(bind))
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...parameters.map(bind))
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters.map(bind))
  }
}

/**
 * The interface that Kysely expects of a driver, over `node:sqlite`. Statements are cached: preparing costs more than
 * most reads.
 */
class SqliteFile implements SqliteDatabase {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, Statement>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  prepare(text: string): Statement {
    // a transaction takes the write lock at its start: taking it later fails if another process wrote in between
    const sql = text === 'begin' ? 'begin immediate' : text === 'rollback' ? this.#rollback() : text
    // pragmas can take effect when they are prepared, so they are not cached
    if (sql.startsWith('pragma ')) return new Statement(this.#db.prepare(sql))
    let statement = this.#statements.get(sql)
    if (!statement) {
      if (this.#statements.size >= 500) this.#statements.clear()
      statement = new Statement(this.#db.prepare(sql))
      this.#statements.set(sql, statement)
    }
    return statement
  }

  /** After some errors (a full disk) SQLite has rolled back by itself. A second rollback would fail and hide that error. */
  #rollback(): string {
    return this.#db.isTransaction ? 'rollback' : 'select null'
  }

  close() {
    this.#statements.clear()
    this.#db.close()
  }
}

/**
 * The metadata store in one file. A commit is on disk when it returns (WAL with synchronous=FULL), except for those of
 * `lateCommit`. There is one connection: inside a transaction every query must use the transaction, otherwise it waits
 * forever.
 */
export function openSqlite(file: string): Db {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;')
  // SQLite's own `lower` handles only ASCII: searches would distinguish `Ü` from `ü`, which PostgreSQL does not
  db.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
  return new Kysely<Tables>({
    dialect: new SqliteDialect({ database: new SqliteFile(db) }),
    plugins: [new BooleanColumns()],
  })
}
