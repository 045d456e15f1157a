import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  StatementType,
} from '@duckdb/node-api'
import bindings from '@duckdb/node-bindings'
import { DISK_IS_FULL } from '../../../model/errors/errors.ts'
import { type ConnectionSpec, SAMPLES } from '../../contracts.ts'
import type { Cell } from '../../frame.ts'
import type { Batch } from '../encode/batch.ts'
import type { Engine, QueryOptions, ResultSet } from '../engine.ts'
import { EngineFailure } from '../engine.ts'
import type { ChildSettings } from '../protocol.ts'
import { type ColumnReader, columnReader } from './decode.ts'
import { ONLY_SELECT, TableFunctionGuard } from './tableFunctions.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The last settings, so that no query can open other files, load extensions or change the limits. ICU, JSON and Parquet
 * are linked in and need no loading.
 */
const LOCK = [
  'SET enable_external_access = false',
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET allow_community_extensions = false',
  'SET allow_persistent_secrets = false',
  'SET lock_configuration = true',
]

/**
 * Opens the embedded engine over the files of one generation. Each file is attached read-only under its own name;
 * `main."flights"` is a view on it, so that names in SQL are the table names.
 */
export async function open(connection: ConnectionSpec, settings: ChildSettings): Promise<Engine> {
  const { tables = {}, scratch = {} } = connection as {
    tables?: Record<string, string>
    scratch?: Record<string, string>
  }
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${settings.memoryLimitMb}MB`,
    threads: String(settings.threads),
    temp_directory: settings.spillFolder,
    max_temp_directory_size: `${settings.spillLimitMb}MB`,
  })
  const setup = await instance.connect()
  await setup.run(`SET TimeZone = 'UTC'`)
  await setup.run(`CREATE SCHEMA ${quote(SAMPLES.schema)}`)
  let attached = 0
  for (const [table, file] of Object.entries(tables)) {
    const alias = `generation_${attached++}`
    try {
      await setup.run(`ATTACH ${literal(file)} AS ${alias} (READ_ONLY)`)
      await setup.run(`CREATE VIEW main.${quote(table)} AS FROM ${alias}.main.data`)
      const part = await samplePart(setup, alias)
      await setup.run(`CREATE VIEW ${quote(SAMPLES.schema)}.${quote(table)} AS FROM ${alias}.main.data ${part}`)
    } catch (error) {
      // a damaged or missing file affects only its own table
      process.stderr.write(`table ${table}: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  await setup.run('CREATE SCHEMA scratch')
  for (const [name, file] of Object.entries(scratch)) {
    const alias = `generation_${attached++}`
    await setup.run(`ATTACH ${literal(file)} AS ${alias} (READ_ONLY)`)
    await setup.run(`CREATE VIEW scratch.${quote(name)} AS FROM ${alias}.main.data`)
  }
  const guard = await TableFunctionGuard.of(setup)
  for (const statement of LOCK) await setup.run(statement)
  return new DuckDbEngine(instance, setup, guard)
}

/**
 * The clause that takes about as many rows of a table as a sample has. Sampling blocks is fast, and repeatable with a
 * seed.
 */
async function samplePart(connection: DuckDBConnection, alias: string): Promise<string> {
  const sql = `SELECT estimated_size FROM duckdb_tables() WHERE database_name = ${literal(alias)}`
  const rows = Number((await connection.runAndReadAll(sql)).getRows()[0]?.[0] ?? 0)
  if (rows <= SAMPLES.rows) return ''
  return `TABLESAMPLE system(${((SAMPLES.rows / rows) * 100).toFixed(6)} PERCENT) REPEATABLE (1)`
}

class DuckDbEngine implements Engine {
  private readonly instance: DuckDBInstance
  private readonly idle: DuckDBConnection[]
  private readonly guard: TableFunctionGuard

  constructor(instance: DuckDBInstance, first: DuckDBConnection, guard: TableFunctionGuard) {
    this.instance = instance
    this.idle = [first]
    this.guard = guard
  }

  async query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    const { signal } = options
    const connection = this.idle.pop() ?? (await this.instance.connect())
    const interrupt = () => connection.interrupt()
    signal.addEventListener('abort', interrupt)
    let statement: DuckDBPreparedStatement | undefined
    try {
      signal.throwIfAborted()
      await this.guard.check(connection, sql)
      statement = await prepareSelect(connection, sql, options.inspects)
      signal.throwIfAborted()
      const result = await statement.stream()
      return await read(new DuckDbResult(result, options.exactDecimals))
    } catch (error) {
      throw asFailure(error, signal)
    } finally {
      signal.removeEventListener('abort', interrupt)
      // a late interrupt must not reach the next query of this connection
      const isSpent = signal.aborted
      // the result is sent first
      setImmediate(() => {
        statement?.destroySync()
        if (isSpent) connection.closeSync()
        else this.idle.push(connection)
      })
    }
  }

  async parse(sql: string): Promise<{ tree: unknown } | { error: string }> {
    const [text] = await this.values(`SELECT json_serialize_sql($1::VARCHAR)`, sql)
    const tree = parsedTree(String(text))
    return tree.error ? { error: tree.error_message ?? 'syntax error' } : { tree }
  }

  async describe(sql: string): Promise<{ name: string; type: string }[]> {
    return this.withConnection(async (connection) => {
      await this.guard.check(connection, sql)
      const statement = await prepareSelect(connection, sql)
      try {
        return Array.from({ length: statement.columnCount }, (_, i) => ({
          name: statement.columnName(i),
          type: String(statement.columnType(i)),
        }))
      } finally {
        statement.destroySync()
      }
    })
  }

  async ping(): Promise<void> {
    await this.values('SELECT $1::VARCHAR', '')
  }

  private async values(sql: string, parameter: string): Promise<Cell[]> {
    return this.withConnection(async (connection) => {
      const reader = await connection.runAndReadAll(sql, [parameter])
      return (reader.getRows()[0] ?? []) as Cell[]
    })
  }

  private async withConnection<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = this.idle.pop() ?? (await this.instance.connect())
    try {
      return await work(connection)
    } catch (error) {
      throw asFailure(error)
    } finally {
      this.idle.push(connection)
    }
  }
}

/**
 * A second check of a statement: whatever passed before, only a single SELECT ever runs here. `prepare` itself rejects
 * several statements in one text.
 */
async function prepareSelect(
  connection: DuckDBConnection,
  sql: string,
  inspects = false,
): Promise<DuckDBPreparedStatement> {
  const statement = await connection.prepare(sql)
  const { statementType } = statement
  const isAllowed = statementType === StatementType.SELECT || (inspects && statementType === StatementType.EXPLAIN)
  if (!isAllowed || statement.parameterCount > 0) {
    statement.destroySync()
    throw new EngineFailure('engine', ONLY_SELECT)
  }
  return statement
}

class DuckDbResult implements ResultSet {
  readonly columns: ResultSet['columns']
  private readonly result: DuckDBResult
  private readonly readers: ColumnReader[]

  constructor(result: DuckDBResult, exactDecimals: boolean) {
    this.result = result
    const types = result.columnTypes()
    this.readers = types.map((type) => columnReader(type, exactDecimals))
    this.columns = result.columnNames().map((name, i) => ({
      name,
      type: this.readers[i]?.type ?? 'object',
      declared: String(types[i]),
    }))
  }

  async next(): Promise<Batch | undefined> {
    const chunk = await this.result.fetchChunk()
    const rowCount = chunk?.rowCount ?? 0
    if (!chunk || rowCount === 0) return undefined
    const vector = (column: number) => bindings.data_chunk_get_vector(chunk.chunk, column)
    const reader = (column: number) => this.readers[column] as ColumnReader
    return {
      rowCount,
      cells: (column) => reader(column).cells(vector(column), rowCount),
      writeJson: (column, sink, ends) => reader(column).writeJson(vector(column), rowCount, sink, ends),
    }
  }
}

function asFailure(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return new EngineFailure('cancelled', 'The query was cancelled.')
  if (error instanceof EngineFailure) return error
  // the driver throws plain errors with the engine's text; a TypeError or similar is our own bug
  if (error instanceof Error && error.constructor === Error) {
    // from a query that writes sorted data to disk; the message contains a path of the server
    if (/No space left on device/.test(error.message)) return new EngineFailure('diskFull', DISK_IS_FULL)
    return new EngineFailure('engine', error.message)
  }
  return error
}

/** The engine writes a number that does not fit a float as a bare word, which is not JSON. */
function parsedTree(text: string): { error: boolean; error_message?: string } {
  try {
    return JSON.parse(text) as { error: boolean }
  } catch {
    return { error: true, error_message: 'The SQL contains a number that is out of range' }
  }
}
