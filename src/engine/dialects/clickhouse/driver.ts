import { randomUUID } from 'node:crypto'
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { LRUCache } from 'lru-cache'
import { trimmedEnd } from '../../../model/basics/trim.ts'
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
import { isPlainObject, jsonParameter } from '../shared/parameters.ts'
import { LARGEST_LIST, LARGEST_PART, wholeText } from '../shared/receiving.ts'
import { type RowColumn, rowBatch } from '../shared/rows.ts'
import { assertReads } from '../shared/statement.ts'
import { ClickHouseCatalog } from './catalog.ts'
import { columnOf } from './columns.ts'
import { linesOf, parsedResponse, respond } from './responses.ts'

const PORTS = { plain: 8123, encrypted: 8443 }
/** Time to wait for the kill of a canceled query; shorter than the time after which our own child is killed. */
const KILL_WITHIN_MS = 400
/** Time to wait before each kill request. */
const KILL_AFTER_MS = [0, 100, 200, 400, 800, 1600]
const BATCH_ROWS = 2048
const MOST_CLIENTS = 50
const MOST_CONNECTIONS = 64

/** How results are written and numbers computed. */
const SETTINGS: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  // columns without a time zone are read as UTC
  session_timezone: 'UTC',
  // times before 1970 have correct buckets
  enable_extended_results_for_datetime_functions: 1,
  // a server that detects a closed connection needs no kill request
  cancel_http_readonly_queries_on_client_close: 1,
  // SUM over no rows is NULL, not zero
  aggregate_functions_null_for_empty: 1,
}

interface Target extends ServerOptions {
  port: number
  /** PEM of the authority that must have signed the server's certificate. */
  serverCertificate?: string
}
type Rows = (string | number | boolean | null | unknown[])[][]
type Format = 'JSONCompact' | 'JSONCompactEachRowWithNamesAndTypes'

function clientOf(target: Target, database: string | undefined): ClickHouseClient {
  return createClient({
    url: `${target.encryption ? 'https' : 'http'}://${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`,
    ...(target.username ? { username: target.username } : {}),
    ...(target.password ? { password: target.password } : {}),
    ...(database ? { database } : {}),
    ...(target.serverCertificate ? { tls: { ca_cert: Buffer.from(target.serverCertificate) } } : {}),
    application: 'sextant',
    max_open_connections: MOST_CONNECTIONS,
    // each request has its own limit
    request_timeout: 2 ** 31 - 1,
    log: { level: 127 },
  })
}

class ClickHouseEngine implements Engine {
  readonly catalog: CatalogReader
  private readonly target: Target
  private readonly client: ClickHouseClient
  /** Clients for schemas other than the connection's, by the schema in which they look names up. */
  private readonly clients = new LRUCache<string, ClickHouseClient>({ max: MOST_CLIENTS })
  private maySet: Promise<boolean> | undefined
  /** The settings in the options of the connection; `SETTINGS` override them. */
  private readonly ownSettings: ClickHouseSettings

  constructor(target: Target) {
    this.target = target
    this.ownSettings = jsonParameter(target, 'settings', isPlainObject) ?? {}
    this.client = clientOf(target, target.database || undefined)
    this.catalog = new ClickHouseCatalog(target.database ?? 'default', (sql, options) => this.rows(sql, options))
  }

  async query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    assertReads(sql, options.inspects)
    return this.asking(options, async (ask) => {
      const response = await ask(sql, 'JSONCompactEachRowWithNamesAndTypes')
      const { body } = response
      const close = () => void body.destroy()
      options.signal.addEventListener('abort', close)
      try {
        const lines = linesOf(response, LARGEST_PART, this.target)
        return await read(await RowStream.open(lines, options.exactDecimals))
      } finally {
        options.signal.removeEventListener('abort', close)
        body.destroy()
      }
    })
  }

  async describe(sql: string, options: RequestOptions): Promise<{ name: string; type: string }[]> {
    assertReads(sql)
    const rows = await this.rows(`DESCRIBE TABLE (\n${sql}\n)`, options)
    return rows.map(([name, type]) => ({ name: String(name), type: String(type) }))
  }

  async ping(options: RequestOptions): Promise<void> {
    await this.rows('SELECT 1', options)
  }

  async estimate(sql: string, options: RequestOptions): Promise<Record<string, string>[]> {
    assertReads(sql)
    const rows = await this.rows(`EXPLAIN ESTIMATE ${sql}`, options)
    return rows.map(([database, table, parts, count, marks]) => ({
      Table: `${database}.${table}`,
      Parts: String(parts),
      'Rows to read': String(count),
      Marks: String(marks),
    }))
  }

  /** Runs our own statements one after the other: the server has no transactions for them. */
  async load(statements: AsyncIterable<string>, { signal, timeoutMs, schema }: RequestOptions): Promise<void> {
    const limit = { max_execution_time: Math.max(1, Math.ceil(timeoutMs / 1000)) }
    const client = this.clientIn(schema)
    try {
      for await (const query of statements) {
        signal.throwIfAborted()
        const { body } = await respond(client, { query, abort_signal: signal, clickhouse_settings: limit })
        await wholeText(body, LARGEST_PART, this.target)
      }
    } catch (error) {
      throw this.asFailure(error, signal)
    }
  }

  private rows(sql: string, options: RequestOptions): Promise<Rows> {
    return this.asking(options, async (ask) => {
      const { body } = await ask(sql, 'JSONCompact')
      return (parsedResponse(await wholeText(body, LARGEST_LIST, this.target)) as { data: Rows }).data
    })
  }

  /** Runs statements with the limits of one request. Aborting closes the connection and asks the server to stop. */
  private async asking<T>(
    { signal, timeoutMs, schema }: RequestOptions,
    work: (ask: (sql: string, format: Format) => ReturnType<typeof respond>) => Promise<T>,
  ): Promise<T> {
    const queryId = randomUUID()
    const limits: ClickHouseSettings = { max_execution_time: Math.max(1, Math.ceil(timeoutMs / 1000)), readonly: '1' }
    let cancel: Promise<void> | undefined
    const abort = () => {
      cancel = this.kill(queryId)
    }
    signal.addEventListener('abort', abort)
    try {
      signal.throwIfAborted()
      const maySet = await this.mayChangeSettings(signal)
      const settings = maySet ? { ...this.ownSettings, ...SETTINGS, ...limits } : {}
      const client = this.clientIn(schema)
      return await work((sql, format) =>
        respond(client, {
          query: `${trimmedEnd(sql, /[\s;]/)}\nFORMAT ${format}`,
          query_id: queryId,
          abort_signal: signal,
          clickhouse_settings: settings,
        }),
      )
    } catch (error) {
      await cancel
      throw this.asFailure(error, signal)
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  private clientIn(schema: string | undefined): ClickHouseClient {
    if (schema === undefined) return this.client
    const client = this.clients.get(schema) ?? clientOf(this.target, schema)
    this.clients.set(schema, client)
    return client
  }

  /**
   * A user whose profile is read-only may not change settings, and does not need to. Tested with our own statement: a
   * user's statement that names settings would fail with the same message.
   */
  private async mayChangeSettings(signal: AbortSignal): Promise<boolean> {
    this.maySet ??= respond(this.client, { query: 'SELECT 1', clickhouse_settings: { ...SETTINGS, readonly: '1' } })
      .then(async ({ body }) => {
        await wholeText(body, LARGEST_PART, this.target)
        return true
      })
      .catch((error: unknown) => {
        if (error instanceof ClickHouseError && error.type === 'READONLY') return false
        this.maySet = undefined
        throw error
      })
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    return Promise.race([this.maySet, left])
  }

  /** Asks the server to stop a query; one that cannot be stopped ends by its own time limit. */
  private async kill(queryId: string): Promise<void> {
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, KILL_WITHIN_MS).unref()
    })
    await Promise.race([this.killUntilFound(queryId), late])
  }

  /**
   * Repeats the kill request until the query is in the server's list: the request may arrive earlier than the query.
   */
  private async killUntilFound(queryId: string): Promise<void> {
    for (const waitMs of KILL_AFTER_MS) {
      await new Promise((done) => setTimeout(done, waitMs))
      try {
        const query = `KILL QUERY WHERE query_id = '${queryId}' ASYNC FORMAT JSONCompact`
        const { body } = await respond(this.client, { query })
        const { data } = parsedResponse(await wholeText(body, LARGEST_PART, this.target)) as { data: unknown[] }
        if (data.length > 0) return
      } catch {
        // the server is busy, or the user may not kill queries
      }
    }
  }

  private asFailure(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return new EngineFailure('cancelled', 'The query was cancelled.')
    if (error instanceof ClickHouseError) {
      if (error.type === 'AUTHENTICATION_FAILED' || error.type === 'REQUIRED_PASSWORD') {
        return connectionFailure('denied', this.target, error)
      }
      if (error.type === 'UNKNOWN_DATABASE' && error.message.includes(this.target.database ?? '\0')) {
        return connectionFailure('unknownDatabase', this.target, error)
      }
      return new EngineFailure('engine', `${error.message} (${error.type})`, { cause: error })
    }
    return networkFailure(error, this.target) ?? error
  }
}

/** The lines of a result: names, types, then rows. */
class RowStream implements ResultSet {
  readonly columns: RowColumn[]
  private readonly chunks: AsyncIterator<string[]>
  private lines: string[]

  private constructor(columns: RowColumn[], lines: string[], chunks: AsyncIterator<string[]>) {
    this.columns = columns
    this.lines = lines
    this.chunks = chunks
  }

  static async open(chunks: AsyncIterator<string[]>, exactDecimals: boolean): Promise<RowStream> {
    let lines: string[] = []
    while (lines.length < 2) {
      const { value, done } = await chunks.next()
      if (done) break
      lines = lines.concat(value)
    }
    const [names = [], types = []] = lines.slice(0, 2).map((line) => parsedResponse(line) as string[])
    const columns = names.map((name, i) => columnOf(name, types[i] ?? '', exactDecimals))
    return new RowStream(columns, lines.slice(2), chunks)
  }

  async next(): Promise<Batch | undefined> {
    while (this.lines.length === 0) {
      const { value, done } = await this.chunks.next()
      if (done) return undefined
      this.lines = value
    }
    const taken = this.lines.slice(0, BATCH_ROWS)
    this.lines = this.lines.slice(BATCH_ROWS)
    return rowBatch(this.columns, parsedResponse(`[${taken.join(',')}]`) as unknown[][])
  }
}

/** ClickHouse over its HTTP interface. */
export const open: Driver['open'] = async (connection) => {
  if ('tables' in connection) throw new EngineFailure('connection', 'This is not the address of a database server.')
  const options = connection.options as unknown as ServerOptions
  const port = options.port ?? (options.encryption ? PORTS.encrypted : PORTS.plain)
  return new ClickHouseEngine({ ...options, port })
}
