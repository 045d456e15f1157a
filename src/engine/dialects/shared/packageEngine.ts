import type { ErrorCode } from '../../../model/errors/errors.ts'
import type { Cell, CellType } from '../../frame.ts'
import type { QueryOptions, RequestOptions, ResultSet } from '../../run/engine.ts'
import { type CatalogReader, type Engine, EngineFailure } from '../../run/engine.ts'
import { bytesText, decimalCell } from './cells.ts'
import { type ConnectionTarget, networkFailure } from './connectionFailure.ts'
import { integerOf, type RowColumn, rowBatch, wallMsOf } from './rows.ts'
import { assertReads } from './statement.ts'

/** How the values of a result column are read. */
export type ColumnKind = 'integer' | 'decimal' | 'float' | 'boolean' | 'time' | 'text'

export interface PackageColumn {
  name: string
  /** As declared in the database. */
  type: string
  kind: ColumnKind
}

export interface PackageStatement {
  columns: PackageColumn[]
  /** The next rows, undefined after the last. */
  next(): Promise<unknown[][] | undefined>
  /** Stops the statement and frees its resources. */
  close(): Promise<void>
}

/** The interface that a thin driver implements for its package. */
export interface PackageClient {
  target: ConnectionTarget
  /** Starts a statement; aborting the signal must stop it in the database. */
  start(sql: string, options: RequestOptions): Promise<PackageStatement>
  /** A statement that succeeds if the login is accepted. */
  hello: string
  /** SQL for the columns of a query, without its rows. */
  columnsOnly(sql: string): string
  /** The meaning of an error of the package, if known. */
  meaningOf?(error: unknown): ErrorCode | undefined
}

/** An engine based on the client package of a database, which is installed only where it is needed. */
export class PackageEngine implements Engine {
  readonly catalog: CatalogReader | undefined
  private readonly client: PackageClient

  constructor(client: PackageClient, catalog?: (rows: ReadRows) => CatalogReader) {
    this.client = client
    this.catalog = catalog?.((sql, options) => this.rows(sql, options))
  }

  query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    assertReads(sql, options.inspects)
    return this.with(sql, options, (statement) => {
      const columns = statement.columns.map((column) => reader(column, options.exactDecimals))
      return read({
        columns,
        next: async () => {
          options.signal.throwIfAborted()
          const rows = await statement.next()
          return rows && rowBatch(columns, rows)
        },
      })
    })
  }

  describe(sql: string, options: RequestOptions): Promise<{ name: string; type: string }[]> {
    assertReads(sql)
    return this.with(this.client.columnsOnly(sql), options, async ({ columns }) =>
      columns.map(({ name, type }) => ({ name, type })),
    )
  }

  async ping(options: RequestOptions): Promise<void> {
    await this.rows(this.client.hello, options)
  }

  private rows(sql: string, options: RequestOptions): Promise<Cell[][]> {
    return this.with(sql, options, async (statement) => {
      const columns = statement.columns.map((column) => reader(column, false))
      const rows: Cell[][] = []
      for (let more = await statement.next(); more; more = await statement.next()) {
        for (const row of more) {
          rows.push(columns.map(({ read }, at) => (row[at] === null || row[at] === undefined ? null : read(row[at]))))
        }
      }
      return rows
    })
  }

  private async with<T>(
    sql: string,
    options: RequestOptions,
    work: (statement: PackageStatement) => Promise<T>,
  ): Promise<T> {
    const { signal } = options
    let statement: PackageStatement | undefined
    try {
      signal.throwIfAborted()
      statement = await this.client.start(sql, options)
      return await work(statement)
    } catch (error) {
      throw this.asFailure(error, signal)
    } finally {
      await statement?.close().catch(() => undefined)
    }
  }

  private asFailure(error: unknown, signal: AbortSignal): unknown {
    if (error instanceof EngineFailure) return error
    if (signal.aborted) return new EngineFailure('cancelled', 'The query was cancelled.')
    const code = this.client.meaningOf?.(error)
    const message = error instanceof Error ? error.message : String(error)
    return (
      networkFailure(error, this.client.target) ??
      new EngineFailure(code?.startsWith('CONNECTION_') ? 'connection' : 'engine', message, { code, cause: error })
    )
  }
}

export type ReadRows = (sql: string, options: RequestOptions) => Promise<Cell[][]>

const CELL_TYPES: Record<ColumnKind, CellType> = {
  integer: 'int',
  decimal: 'float',
  float: 'float',
  boolean: 'bool',
  time: 'time',
  text: 'text',
}

/** Packages wrap values in their own objects: only the text is used. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return bytesText(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return String(value)
  if ('value' in value && typeof value.value === 'string') return value.value
  return Object.hasOwn(value, 'toString') || value.constructor !== Object ? String(value) : JSON.stringify(value)
}

function reader({ name, kind }: PackageColumn, exactDecimals: boolean): RowColumn {
  const read: Record<ColumnKind, (value: unknown) => Cell> = {
    integer: (value) => (typeof value === 'number' ? value : integerOf(textOf(value))),
    decimal: (value) => decimalCell(textOf(value), exactDecimals),
    float: (value) => Number(value),
    boolean: (value) => value === true || value === 1 || /^(1|t|true|y)$/i.test(String(value)),
    time: (value) => (value instanceof Date ? value.getTime() : wallMsOf(textOf(value))),
    text: textOf,
  }
  return { name, type: CELL_TYPES[kind], read: read[kind] }
}

/** How the values of a declared type are read. */
export function kindOfType(type: string): ColumnKind {
  if (/^(bool|bit$)/i.test(type)) return 'boolean'
  if (/^((tiny|small|medium|big)?int|integer|byteint|long|short|byte$)/i.test(type)) return 'integer'
  if (/^(decimal|numeric|number|bignumeric|bigdecimal|fixed|money|smallmoney)/i.test(type)) return 'decimal'
  if (/^(float|double|real|binary_(float|double))/i.test(type)) return 'float'
  return /^(timestamp|datetime|smalldatetime|date)/i.test(type) ? 'time' : 'text'
}
