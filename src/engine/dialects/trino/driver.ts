import { trimmedEnd } from '../../../model/basics/trim.ts'
import type { ErrorCode } from '../../../model/errors/errors.ts'
import type { Batch } from '../../run/encode/batch.ts'
import {
  type CatalogReader,
  type Engine,
  EngineFailure,
  type QueryOptions,
  type RequestOptions,
  type ResultSet,
} from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'
import type { Driver } from '../dialect.ts'
import { connectionFailure, networkFailure } from '../shared/connectionFailure.ts'
import { LARGEST_LIST } from '../shared/receiving.ts'
import { type RowColumn, rowBatch } from '../shared/rows.ts'
import { assertReads } from '../shared/statement.ts'
import { TrinoCatalog } from './catalog.ts'
import { HttpError, type StatementOptions, type Target, TrinoClient, TrinoError } from './client.ts'
import { columnOf } from './columns.ts'
import { type OpenTransaction, OpenTransactions } from './openTransactions.ts'

const PORTS = { plain: 8080, encrypted: 443 }

const CODES: Record<string, ErrorCode> = {
  COLUMN_NOT_FOUND: 'COLUMN_DOES_NOT_EXIST_ERROR',
  TABLE_NOT_FOUND: 'TABLE_DOES_NOT_EXIST_ERROR',
  SCHEMA_NOT_FOUND: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  CATALOG_NOT_FOUND: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  SYNTAX_ERROR: 'SYNTAX_ERROR',
  PERMISSION_DENIED: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
  EXCEEDED_TIME_LIMIT: 'BACKEND_TIMEOUT_ERROR',
}

/**
 * Maximum time limit of a query in a shared transaction: a server may end a transaction in which no query began for
 * five minutes.
 */
const LONGEST_SHARED_MS = 240_000
const BEGIN_WITHIN_MS = 10_000
const END_WITHIN_MS = 10_000

/**
 * Errors of a transaction that has ended, or that began before a table, column or schema was created. A new transaction
 * may succeed.
 */
const OUTDATED = new Set([
  'UNKNOWN_TRANSACTION',
  'NOT_IN_TRANSACTION',
  'TRANSACTION_ALREADY_ABORTED',
  'CATALOG_NOT_FOUND',
  'SCHEMA_NOT_FOUND',
  'TABLE_NOT_FOUND',
  'COLUMN_NOT_FOUND',
])

function isOutdated(error: unknown): boolean {
  const reported = error instanceof EngineFailure ? error.cause : error
  return reported instanceof TrinoError && OUTDATED.has(reported.errorName)
}

/** How a statement runs in a transaction. */
type InTransaction = Pick<StatementOptions, 'transaction' | 'onStop'>

class TrinoEngine implements Engine {
  readonly catalog: CatalogReader
  private readonly target: Target
  private readonly client: TrinoClient
  private readonly transactions = new OpenTransactions(
    () => this.begin({ timeoutMs: BEGIN_WITHIN_MS, signal: AbortSignal.timeout(BEGIN_WITHIN_MS) }),
    (id) => void this.finish(id),
  )

  constructor(target: Target, agent?: TrinoClient['agent']) {
    this.target = target
    this.client = new TrinoClient(target, agent)
    const [catalog = null, schema = null] = (target.database ?? '').split('/')
    this.catalog = new TrinoCatalog(
      catalog || null,
      schema || null,
      (sql, options) => this.rows(sql, options),
      (sql, options) => {
        assertReads(sql)
        return this.reading(options, (inside) => this.rows(sql, { ...options, ...inside }))
      },
    )
  }

  as(user: string): Engine {
    // a header can contain only visible characters: a request with another name would fail
    if (!/^[\x21-\x7e]+$/.test(user)) throw new EngineFailure('engine', `Trino has no user "${user}".`)
    return new TrinoEngine({ ...this.target, actingUser: user }, this.client.agent)
  }

  async query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    assertReads(sql, options.inspects)
    return this.reading(options, async (inside) => {
      const pages = this.client.run(withoutEnd(sql), { ...options, ...inside })
      try {
        return await read(await PageStream.open(pages, options.exactDecimals))
      } finally {
        await pages.return(undefined)
      }
    })
  }

  describe(sql: string, options: RequestOptions): Promise<{ name: string; type: string }[]> {
    assertReads(sql)
    return this.reading(options, async (inside) => {
      // the columns of a result are known before it is computed
      const pages = this.client.run(withoutEnd(sql), { ...options, ...inside })
      try {
        for await (const { columns } of pages) if (columns) return columns.map(({ name, type }) => ({ name, type }))
        return []
      } finally {
        await pages.return(undefined)
      }
    })
  }

  async ping(options: RequestOptions): Promise<void> {
    await this.rows('SELECT 1', options)
  }

  async estimate(sql: string, options: RequestOptions): Promise<Record<string, string>[]> {
    assertReads(sql)
    const rows = await this.rows(`EXPLAIN (TYPE IO, FORMAT JSON) ${withoutEnd(sql)}`, options)
    const plan = JSON.parse(String(rows[0]?.[0] ?? '{}')) as { estimate?: Record<string, number | string> }
    return [
      Object.fromEntries(
        Object.entries(ESTIMATES).flatMap(([key, name]) => {
          const value = Number(plan.estimate?.[key] ?? Number.NaN)
          return Number.isFinite(value) ? [[name, String(Math.round(value))]] : []
        }),
      ),
    ]
  }

  /** Runs our own statements one after the other: the server has no transactions that span them. */
  async load(statements: AsyncIterable<string>, options: RequestOptions): Promise<void> {
    try {
      for await (const statement of statements) await this.rows(statement, options)
    } finally {
      this.transactions.closeFree()
    }
  }

  private rows(sql: string, options: RequestOptions & InTransaction): Promise<unknown[][]> {
    return this.failing(options.signal, async () => {
      const rows: unknown[][] = []
      const pages = this.client.run(sql, { ...options, mostBytes: LARGEST_LIST })
      // not spread into `push`: a page may have more rows than a call may have arguments
      for await (const { data = [] } of pages) for (const row of data) rows.push(row)
      return rows
    })
  }

  /** A read-only transaction: the server itself rejects every write in it. */
  private reading<T>(options: RequestOptions, work: (inside: InTransaction) => Promise<T>): Promise<T> {
    return this.failing(options.signal, async () => {
      const shared = options.timeoutMs <= LONGEST_SHARED_MS ? this.transactions.take() : undefined
      if (shared) {
        try {
          return await this.within(shared, work)
        } catch (error) {
          if (!isOutdated(error)) throw error
        }
      }
      return this.within(this.transactions.opened(await this.begin(options)), work)
    })
  }

  private async within<T>(transaction: OpenTransaction, work: (inside: InTransaction) => Promise<T>): Promise<T> {
    let isWhole = true
    const onStop = () => {
      isWhole = false
    }
    try {
      return await work({ transaction: transaction.id, onStop })
    } catch (error) {
      isWhole = false
      throw error
    } finally {
      this.transactions.ended(transaction, isWhole)
    }
  }

  private async begin(options: RequestOptions): Promise<string> {
    let id: string | undefined
    for await (const page of this.client.run('START TRANSACTION READ ONLY', { ...options, transaction: 'NONE' })) {
      id ??= page.startedTransaction
    }
    if (!id) throw new EngineFailure('connection', 'The server did not open a read-only transaction.')
    return id
  }

  /** If the request is lost, the server's own limit for idle transactions ends the transaction. */
  private async finish(transaction: string): Promise<void> {
    const options = { transaction, timeoutMs: END_WITHIN_MS, signal: AbortSignal.timeout(END_WITHIN_MS) }
    try {
      for await (const _ of this.client.run('ROLLBACK', options));
    } catch {
      // the transaction has already ended, because a query failed in it
    }
  }

  private async failing<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      signal.throwIfAborted()
      return await work()
    } catch (error) {
      throw this.asFailure(error, signal)
    }
  }

  private asFailure(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return new EngineFailure('cancelled', 'The query was cancelled.')
    if (error instanceof EngineFailure) return error
    if (error instanceof TrinoError) {
      const code = CODES[error.errorName]
      return new EngineFailure('engine', error.message, { cause: error, ...(code ? { code } : {}) })
    }
    if (error instanceof HttpError) {
      if (error.status === 401 || error.status === 403) return connectionFailure('denied', this.target, error)
      return new EngineFailure('connection', `The server does not respond like a Trino server: ${error.message}`, {
        cause: error,
      })
    }
    return networkFailure(error, this.target) ?? error
  }
}

/** Numbers of a plan, with their display names. */
const ESTIMATES = {
  outputRowCount: 'Output count',
  outputSizeInBytes: 'Output size',
  cpuCost: 'CPU cost',
  maxMemory: 'Max memory',
  networkCost: 'Network cost',
}

/** The protocol takes one statement without a semicolon. */
const withoutEnd = (sql: string) => trimmedEnd(sql, /[\s;]/)

class PageStream implements ResultSet {
  readonly columns: RowColumn[]
  private readonly pages: AsyncGenerator<{ data?: unknown[][] }>
  private waiting: unknown[][]

  private constructor(columns: RowColumn[], waiting: unknown[][], pages: AsyncGenerator<{ data?: unknown[][] }>) {
    this.columns = columns
    this.waiting = waiting
    this.pages = pages
  }

  static async open(
    pages: AsyncGenerator<{ columns?: { name: string; type: string }[]; data?: unknown[][] }>,
    exactDecimals: boolean,
  ): Promise<PageStream> {
    for (;;) {
      const { value, done } = await pages.next()
      if (done) return new PageStream([], [], pages)
      if (!value.columns) continue
      const columns = value.columns.map(({ name, type }) => columnOf(name, type, exactDecimals))
      return new PageStream(columns, value.data ?? [], pages)
    }
  }

  async next(): Promise<Batch | undefined> {
    while (this.waiting.length === 0) {
      const { value, done } = await this.pages.next()
      if (done) return undefined
      this.waiting = value.data ?? []
    }
    const rows = this.waiting
    this.waiting = []
    return rowBatch(this.columns, rows)
  }
}

/** Trino over its statement protocol. */
export const open: Driver['open'] = async (connection) => {
  if ('tables' in connection) throw new EngineFailure('connection', 'This is not the address of a database server.')
  const options = connection.options as unknown as ServerOptions
  const port = options.port ?? (options.encryption ? PORTS.encrypted : PORTS.plain)
  return new TrinoEngine({ ...options, port })
}
