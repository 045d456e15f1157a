import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Cell, CellType } from '../../frame.ts'
import type { Batch } from '../../run/encode/batch.ts'
import type { Engine, QueryOptions, RequestOptions, ResultSet } from '../../run/engine.ts'
import { EngineFailure } from '../../run/engine.ts'
import { bytesText, RowBuffer } from './cells.ts'
import { KeptFile, type SqliteSource } from './keptFile.ts'
import { SqliteCatalog } from './sqliteCatalog.ts'
import { assertReads } from './statement.ts'

/** Number of rows between two checks for messages from the web process. */
const BATCH_ROWS = 1000
const BATCH_BYTES = 1_048_576

/** @throws EngineFailure */
export function openSqliteFile(path: string, isWritable = false): DatabaseSync {
  try {
    const file = new DatabaseSync(path, {
      readOnly: !isWritable,
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
      defensive: true,
      // another program that writes blocks readers only for a moment
      timeout: 5000,
    })
    if (!isWritable) file.exec('PRAGMA query_only = ON')
    file.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY')
    // opening alone does not read the file
    file.prepare('SELECT 1 FROM sqlite_schema').get()
    return file
  } catch (error) {
    throw new EngineFailure('connection', `The file "${path}" could not be opened as a SQLite database.`, {
      code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      invalid: ['database'],
      cause: error,
    })
  }
}

/** A statement may only read and call functions: no ATTACH, no PRAGMA, no temporary tables. */
const ALLOWED = new Set<number>([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])
/** What a statement that changes data may do in addition. */
const CHANGES = new Set<number>([
  ...ALLOWED,
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
  constants.SQLITE_CREATE_TABLE,
  constants.SQLITE_CREATE_VIEW,
])
/** Functions that access something outside of the database, or the engine itself. */
const FORBIDDEN_FUNCTIONS = new Set(['load_extension', 'fts3_tokenizer', 'readfile', 'writefile', 'edit', 'zeroblob'])

/** SQL on a file. It can be written only through `change` and `load`. */
export class SqliteEngine implements Engine {
  private readonly source: SqliteSource
  private readonly kept: KeptFile
  readonly catalog: SqliteCatalog

  constructor(source: SqliteSource) {
    this.source = source
    this.kept = new KeptFile(source, (file) => authorize(file, ALLOWED))
    // a separate connection, because that of the queries would reject the pragmas of the catalog
    this.catalog = new SqliteCatalog(new KeptFile(source))
  }

  async query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    const { signal } = options
    try {
      const statement = this.prepare(sql, options)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      return await read(new SqliteResult(statement, signal))
    } catch (error) {
      throw asFailure(error, signal)
    }
  }

  async describe(sql: string, { signal }: RequestOptions): Promise<{ name: string; type: string }[]> {
    try {
      const columns = this.prepare(sql).columns()
      if (columns.every(({ type }) => type !== null)) {
        return columns.map(({ name, type }) => ({ name, type: type ?? '' }))
      }
      // an expression has no declared type: its first value determines it
      const probe = this.prepare(`SELECT * FROM (\n${sql}\n) LIMIT 1`)
      probe.setReturnArrays(true)
      const row = (probe.get() ?? []) as unknown[]
      return columns.map(({ name, type }, i) => ({ name, type: type ?? storageClass(row[i]) }))
    } catch (error) {
      throw asFailure(error, signal)
    }
  }

  async ping(): Promise<void> {
    this.opened()
  }

  /** On a separate connection: the connection for queries cannot write. A statement that is killed is rolled back. */
  async change(sql: string, { signal }: RequestOptions): Promise<number | null> {
    try {
      signal.throwIfAborted()
      const file = this.source.open(true)
      try {
        authorize(file, CHANGES)
        return Number(file.prepare(sql).run().changes)
      } finally {
        file.close()
      }
    } catch (error) {
      throw asFailure(error, signal)
    }
  }

  /** Runs our own statements in one transaction, on a separate connection. */
  async load(statements: AsyncIterable<string>, { signal }: RequestOptions): Promise<void> {
    try {
      signal.throwIfAborted()
      const file = this.source.open(true)
      try {
        file.exec('BEGIN IMMEDIATE')
        for await (const statement of statements) {
          // only here can a cancel request be received
          await setImmediate()
          signal.throwIfAborted()
          file.exec(statement)
        }
        file.exec('COMMIT')
      } finally {
        // without COMMIT, everything is rolled back
        file.close()
      }
    } catch (error) {
      throw asFailure(error, signal)
    }
  }

  close(): void {
    this.kept.close()
    this.catalog.close()
  }

  private prepare(
    sql: string,
    { inspects = false, continues }: Pick<QueryOptions, 'inspects' | 'continues'> = {},
  ): StatementSync {
    assertReads(sql, inspects)
    return this.opened(continues).prepare(sql)
  }

  private opened(continues?: boolean): DatabaseSync {
    const file = this.kept.get(continues)
    // this makes SQLite notice tables that other programs have changed; otherwise the next statement could have
    // outdated columns
    file.prepare('SELECT 1 FROM sqlite_schema').get()
    return file
  }
}

function authorize(file: DatabaseSync, allowed: ReadonlySet<number>): void {
  file.setAuthorizer((action, _first, name) => {
    const isForbidden = action === constants.SQLITE_FUNCTION && FORBIDDEN_FUNCTIONS.has(String(name).toLowerCase())
    return allowed.has(action) && !isForbidden ? constants.SQLITE_OK : constants.SQLITE_DENY
  })
}

function storageClass(value: unknown): string {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return Number.isInteger(Number(value)) ? 'INTEGER' : 'REAL'
    case 'object':
      return value === null ? '' : 'BLOB'
    default:
      return 'TEXT'
  }
}

/** The type of a column by its first values: declarations are not binding in SQLite. */
function typeOf(cells: readonly Cell[]): CellType {
  let found: CellType | undefined
  for (const cell of cells) {
    if (cell === null) continue
    const type: CellType =
      typeof cell === 'string' ? 'text' : typeof cell === 'bigint' || Number.isInteger(cell) ? 'int' : 'float'
    if (found !== undefined && found !== type) {
      if (found === 'text' || type === 'text') return 'object'
      found = 'float'
    } else found = type
  }
  return found ?? 'object'
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value
  }
  return value instanceof Uint8Array ? bytesText(value) : (value as Cell)
}

class SqliteResult implements ResultSet {
  readonly columns: ResultSet['columns']
  private readonly rows: Iterator<unknown>
  private readonly buffer: RowBuffer
  private readonly signal: AbortSignal
  private first: Batch | undefined

  constructor(statement: StatementSync, signal: AbortSignal) {
    const columns = statement.columns()
    this.signal = signal
    this.buffer = new RowBuffer(columns.length)
    this.rows = statement.iterate() as Iterator<unknown>
    this.first = this.fill()
    this.columns = columns.map(({ name }, i) => ({ name, type: typeOf(this.first?.cells(i) ?? []) }))
  }

  async next(): Promise<Batch | undefined> {
    const { first } = this
    this.first = undefined
    if (first) return first
    // only here can a cancel request be received
    await setImmediate()
    this.signal.throwIfAborted()
    return this.fill()
  }

  private fill(): Batch | undefined {
    let bytes = 0
    while (this.buffer.rowCount < BATCH_ROWS && bytes < BATCH_BYTES) {
      const { done, value } = this.rows.next()
      if (done) break
      const row = value as unknown[]
      this.buffer.add((i) => {
        const cell = cellOf(row[i])
        bytes += typeof cell === 'string' ? cell.length : 8
        return cell
      })
    }
    return this.buffer.rowCount > 0 ? this.buffer.take() : undefined
  }
}

function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new EngineFailure('cancelled', 'The query was cancelled.')
  if (error instanceof EngineFailure) return error
  // the hint about quotes does not apply to generated SQL
  const isAnswer = error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
  return isAnswer ? new EngineFailure('engine', error.message.replace(/ - should this be a string.*$/, '')) : error
}
