import type { ConnectionSpec } from '../../contracts.ts'
import type { Cell } from '../../frame.ts'
import type { Engine, QueryOptions, RequestOptions, ResultSet } from '../../run/engine.ts'
import { EngineFailure } from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'
import type { Driver } from '../dialect.ts'
import { connectionLost } from '../shared/connectionFailure.ts'
import { LARGEST_LIST, sentTooMuch } from '../shared/receiving.ts'
import { assertReads } from '../shared/statement.ts'
import { PostgresCatalog } from './catalog.ts'
import { asFailure, isUnavailable } from './failures.ts'
import { StreamedSelect } from './select.ts'
import { Session, type SessionTarget } from './session.ts'

/** By how much the server's own time limit exceeds the caller's. */
const SERVER_GRACE_MS = 1000
/** Maximum number of idle sessions; each is a process of the server. */
const IDLE_SESSIONS = 4
const IDLE_MS = 60_000

/**
 * The schema as a quoted name, for use inside a string. A backslash could be an escape there, depending on the server.
 */
function schemaName(schema: string): string {
  if (/[\\\0]/.test(schema)) throw new EngineFailure('engine', `The schema "${schema}" does not exist.`)
  return `"${schema.replaceAll('"', '""')}"`.replaceAll("'", "''")
}

/**
 * Settings of one transaction: times as ISO text in UTC, floats with all digits, and a time limit for queries whose
 * caller has disconnected.
 */
const settings = (timeoutMs: number, schema?: string) =>
  `SELECT ${Object.entries({
    statement_timeout: String(Math.ceil(timeoutMs) + SERVER_GRACE_MS),
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    IntervalStyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
    ...(schema === undefined ? {} : { search_path: schemaName(schema) }),
  })
    .map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`)
    .join(', ')}`

export const open: Driver['open'] = async (connection) => new PostgresEngine(targetOf(connection))

function targetOf(connection: ConnectionSpec): SessionTarget {
  if (!('options' in connection)) throw new EngineFailure('engine', 'Database parameters are invalid.')
  const options = connection.options as Partial<ServerOptions> & { serverCertificate?: string }
  return { ...options, host: options.host ?? 'localhost', port: options.port ?? 5432 }
}

/** A cost without trailing zeros, but with at least one decimal, as in the contract. */
function costText(digits = ''): string {
  const cost = Number(digits)
  return Number.isInteger(cost) ? `${cost}.0` : String(cost)
}

/** Adjusts the position of an error in a query that is sent with an additional first line. */
function aLineAbove(error: unknown): never {
  if (!(error instanceof EngineFailure) || !error.position) throw error
  const { kind, message, code, position } = error
  throw new EngineFailure(kind, message, { code, position: { ...position, line: position.line - 1 }, cause: error })
}

class PostgresEngine implements Engine {
  readonly catalog = new PostgresCatalog((sql, options) => this.rows(sql, options))
  private readonly target: SessionTarget
  private readonly idle: Session[] = []

  constructor(target: SessionTarget) {
    this.target = target
  }

  query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    assertReads(sql, options.inspects)
    return this.run(sql, options, read)
  }

  async describe(sql: string, options: RequestOptions): Promise<{ name: string; type: string }[]> {
    assertReads(sql)
    const probe = `SELECT * FROM (\n${sql}\n) AS described LIMIT 0`
    const fields = await this.run(probe, { ...options, exactDecimals: false }, async (result) => {
      while (await result.next());
      return (result as StreamedSelect).fields
    }).catch(aLineAbove)
    if (fields.length === 0) return []
    const types = fields.map(({ dataTypeID, dataTypeModifier }, i) => `(${i}, ${dataTypeID}, ${dataTypeModifier})`)
    const names = await this.rows(
      `SELECT pg_catalog.format_type(type::oid, modifier) FROM (VALUES ${types.join(', ')}) AS f(i, type, modifier) ORDER BY i`,
      options,
    )
    return fields.map(({ name }, i) => ({ name, type: String(names[i]?.[0] ?? '') }))
  }

  async estimate(sql: string, options: RequestOptions): Promise<Record<string, string>[]> {
    assertReads(sql)
    const [row] = await this.rows(`EXPLAIN ${sql}`, options)
    const cost = /cost=([\d.]+)\.\.([\d.]+)/.exec(String(row?.[0]))
    return cost ? [{ 'Start-up cost': costText(cost[1]), 'Total cost': costText(cost[2]) }] : []
  }

  async ping(options: RequestOptions): Promise<void> {
    await this.rows('SELECT 1', options)
  }

  /** In a separate session: a session that a statement could have changed is not used again. */
  change(sql: string, options: RequestOptions): Promise<number | null> {
    return this.writing(options, sql, (session) => session.change(settings(options.timeoutMs, options.schema), sql))
  }

  load(statements: AsyncIterable<string>, options: RequestOptions): Promise<void> {
    return this.writing(options, '', (session) => session.load(settings(options.timeoutMs, options.schema), statements))
  }

  private async writing<T>(options: RequestOptions, sql: string, work: (session: Session) => Promise<T>): Promise<T> {
    const { signal } = options
    const session = await Session.connect(this.target, options)
    const stop = () => session.interrupt()
    signal.addEventListener('abort', stop)
    try {
      if (signal.aborted) throw new EngineFailure('cancelled', 'The query was cancelled.')
      return await work(session)
    } catch (error) {
      throw asFailure(error, signal, this.target, sql)
    } finally {
      signal.removeEventListener('abort', stop)
      session.end()
    }
  }

  /** All rows of one of our own queries. */
  private rows(sql: string, options: RequestOptions): Promise<Cell[][]> {
    return this.run(sql, { ...options, exactDecimals: false }, async (result) => {
      const rows: Cell[][] = []
      for (let batch = await result.next(); batch; batch = await result.next()) {
        const columns = result.columns.map((_, i) => batch.cells(i))
        for (let row = 0; row < batch.rowCount; row++) rows.push(columns.map((column) => column[row] ?? null))
        if ((result as StreamedSelect).totalBytes > LARGEST_LIST) throw sentTooMuch(this.target, LARGEST_LIST)
      }
      return rows
    })
  }

  private async run<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    const { signal } = options
    // an idle session may have ended in the meantime, which only shows now: no row has been read yet, so the query is
    // tried again
    for (let session = this.takeIdle(); session; session = this.takeIdle()) {
      const outcome = await this.runOn(session, sql, options, read)
      if (outcome !== 'dead') return outcome.value
      signal.throwIfAborted()
    }
    const session = await Session.connect(this.target, options)
    const outcome = await this.runOn(session, sql, options, read)
    if (outcome === 'dead') throw connectionLost(this.target)
    return outcome.value
  }

  private async runOn<T>(
    session: Session,
    sql: string,
    options: QueryOptions,
    read: (result: ResultSet) => Promise<T>,
  ): Promise<{ value: T } | 'dead'> {
    const { signal } = options
    const isReused = session.wasUsed
    const before = ['BEGIN READ ONLY', settings(options.timeoutMs, options.schema)]
    const select = new StreamedSelect(before, sql, ['ROLLBACK'], options.exactDecimals)
    const stop = () => session.cancel(select)
    signal.addEventListener('abort', stop)
    try {
      if (signal.aborted) throw new EngineFailure('cancelled', 'The query was cancelled.')
      session.start(select)
      try {
        await select.described
      } catch (error) {
        const isGone = session.isDead && !(error instanceof EngineFailure)
        if (isReused && (isGone || isUnavailable(error)) && !signal.aborted) return 'dead'
        throw error
      }
      return { value: await read(select) }
    } catch (error) {
      throw asFailure(error, signal, this.target, sql)
    } finally {
      signal.removeEventListener('abort', stop)
      void this.release(session, select, signal)
    }
  }

  private takeIdle(): Session | undefined {
    const session = this.idle.pop()
    session?.stopWaiting()
    return session?.isDead ? this.takeIdle() : session
  }

  /** Keeps a session whose query completed; all others are closed, with their query. */
  private async release(session: Session, select: StreamedSelect, signal: AbortSignal): Promise<void> {
    if (signal.aborted || (!select.isComplete && select.failure === undefined)) {
      session.cancel(select)
      return
    }
    const isClean = await session.finish(select)
    if (!isClean || this.idle.length >= IDLE_SESSIONS) {
      session.end()
      return
    }
    this.idle.push(session)
    session.waitIdle(IDLE_MS, () => {
      const at = this.idle.indexOf(session)
      if (at >= 0) this.idle.splice(at, 1)
    })
  }
}
