import { DuckDBInstance } from '@duckdb/node-api'
import type { LoadOrder } from '../contracts.ts'
import { dialects } from '../dialects/index.ts'
import { identifier } from './describeQuery.ts'
import { type Engine, EngineFailure, type RequestOptions } from './engine.ts'
import { discardStatements, type FileColumn, loadStatements, queryStatements } from './loadStatements.ts'

/** Writes the rows of a file or a query, which another process has checked, into a table of the database. */

/** Number of characters of one INSERT: far below what any server accepts. */
const STATEMENT_CHARS = 400_000
const FILE_MEMORY_MB = 256
/** Time limit for cleaning up after a failed load. */
const DISCARD_MS = 10_000

export async function loadTable(
  engine: Engine,
  dialectName: string,
  order: LoadOrder,
  options: RequestOptions,
): Promise<{ rows: number }> {
  const dialect = dialects[dialectName]
  const loading = dialect?.loading
  const load = engine.load?.bind(engine)
  if (!dialect || !loading || !load) throw new EngineFailure('engine', 'This database does not accept files.')
  const discard = async (late: RequestOptions) => {
    // each statement by itself: one that finds nothing must not stop the next
    for (const statement of discardStatements(dialect, loading, order))
      await load(each([statement]), late).catch(() => undefined)
  }
  const { query } = order
  if (query) {
    const sql = queryStatements(dialect, loading, order, query)
    try {
      await load(each(sql.stage), { ...options, schema: query.lookIn })
      const rows = await countedRows(engine, sql.count, options)
      if (rows > query.mostRows) throw tooManyRows(query.mostRows)
      await load(each(sql.publish), options)
      return { rows }
    } catch (error) {
      await discard({ timeoutMs: DISCARD_MS, signal: AbortSignal.timeout(DISCARD_MS) })
      throw error
    }
  }
  if (order.file === null) {
    await discard(options)
    return { rows: 0 }
  }
  const file = await openFile(order.file)
  try {
    const columns = loading.lowersNames ? file.columns.map(lowered) : file.columns
    const sql = loadStatements(dialect, loading, order, columns)
    const count = { rows: 0 }
    const statements = async function* () {
      yield sql.create
      for await (const rows of batches(file.rows(), sql.row, loading.rowsAtOnce)) {
        options.signal.throwIfAborted()
        count.rows += rows.length
        yield sql.insert(rows)
      }
      yield* sql.publish
    }
    await load(statements(), options)
    return count
  } catch (error) {
    if (!loading.isTransactional) await discard({ timeoutMs: DISCARD_MS, signal: AbortSignal.timeout(DISCARD_MS) })
    throw error
  } finally {
    file.close()
  }
}

const tooManyRows = (most: number) =>
  new EngineFailure('tooLarge', `The query has more than ${most} rows, so the table was not filled.`)

const countedRows = (engine: Engine, sql: string, options: RequestOptions): Promise<number> =>
  engine.query(sql, { ...options, exactDecimals: false }, async (result) => Number((await result.next())?.cells(0)[0]))

async function* each(statements: readonly string[]) {
  yield* statements
}

const lowered = ({ name, type }: FileColumn): FileColumn => ({ name: name.toLowerCase(), type })

type Cells = (string | null)[]

async function* batches(chunks: AsyncIterable<Cells[]>, rowOf: (cells: Cells) => string, mostRows: number) {
  let rows: string[] = []
  let chars = 0
  for await (const chunk of chunks) {
    for (const cells of chunk) {
      const row = rowOf(cells)
      rows.push(row)
      chars += row.length
      if (rows.length < mostRows && chars < STATEMENT_CHARS) continue
      yield rows
      rows = []
      chars = 0
    }
  }
  if (rows.length > 0) yield rows
}

/** Opens the table `main.data` of a file of the embedded engine. Rows are read in chunks, all values as text. */
async function openFile(path: string) {
  const instance = await DuckDBInstance.create(path, {
    access_mode: 'READ_ONLY',
    memory_limit: `${FILE_MEMORY_MB}MB`,
    threads: '1',
  })
  const connection = await instance.connect()
  await connection.run(`SET TimeZone = 'UTC'`)
  await connection.run('SET enable_external_access = false')
  const described = await connection.runAndReadAll('DESCRIBE FROM main.data')
  const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
  const texts = columns.map(({ name, type }) => {
    const plain = type.startsWith('TIMESTAMP') ? `CAST(${identifier(name)} AS TIMESTAMP)` : identifier(name)
    return `CAST(${plain} AS VARCHAR)`
  })
  return {
    columns,
    async *rows(): AsyncGenerator<Cells[]> {
      const result = await connection.stream(`SELECT ${texts.join(', ')} FROM main.data`)
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
        // every column is a text
        yield chunk.getRows() as Cells[]
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
