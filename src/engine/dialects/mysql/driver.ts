import type { ConnectionSpec } from '../../contracts.ts'
import {
  type CatalogReader,
  type Engine,
  EngineFailure,
  type QueryOptions,
  type RequestOptions,
  type ResultSet,
} from '../../run/engine.ts'
import type { Driver } from '../dialect.ts'
import { assertReads } from '../shared/statement.ts'
import { MySqlCatalog } from './catalog.ts'
import { type FieldFacts, typeName } from './columns.ts'
import { RowSource } from './rowSource.ts'
import { asFailure, Session, type Target, targetOf } from './session.ts'

/** Maximum number of idle connections kept for the next query; more are closed after use. */
const MOST_IDLE = 4
/** Time to wait for the kill of a canceled query; shorter than the time after which our own child is killed. */
const KILL_WITHIN_MS = 400

class MySqlEngine implements Engine {
  readonly catalog: CatalogReader
  private readonly target: Target
  private readonly idle: Session[] = []

  constructor(target: Target) {
    this.target = target
    this.catalog = new MySqlCatalog(target.database ?? null, (sql, options) =>
      this.withSession(options, (session) => session.rows(sql)),
    )
  }

  query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    assertReads(sql, options.inspects)
    return this.withSession(options, async (session) => {
      await session.limitTime(options)
      const source = await RowSource.open(session, sql, options.exactDecimals)
      session.hasAnswered = true
      try {
        return await read(source)
      } finally {
        // unread rows would precede the next result of this connection
        if (!source.isDone && !session.isBroken) await this.kill(session)
      }
    })
  }

  /** Preparing a statement returns its columns and runs nothing. */
  describe(sql: string, options: RequestOptions): Promise<{ name: string; type: string }[]> {
    assertReads(sql)
    return this.withSession(options, async ({ connection }) => {
      const statement = await new Promise<{ columns: FieldFacts[]; close(): void }>((resolve, reject) => {
        connection.prepare(sql, (error, prepared) =>
          error ? reject(error) : resolve(prepared as unknown as { columns: FieldFacts[]; close(): void }),
        )
      })
      statement.close()
      connection.unprepare(sql)
      return statement.columns.map((field) => ({ name: field.name, type: typeName(field) }))
    })
  }

  async ping(options: RequestOptions): Promise<void> {
    await this.withSession(options, (session) => session.rows('SELECT 1'))
  }

  /** In a separate session, which is closed afterwards: all other sessions only read. */
  change(sql: string, options: RequestOptions): Promise<number | null> {
    return this.writing(options, (session) => session.change(sql))
  }

  load(statements: AsyncIterable<string>, options: RequestOptions): Promise<void> {
    return this.writing(options, async (session) => {
      for await (const statement of statements) await session.change(statement)
    })
  }

  private async writing<T>(options: RequestOptions, work: (session: Session) => Promise<T>): Promise<T> {
    const { signal } = options
    let session: Session | undefined
    const abort = () => session && void this.kill(session)
    signal.addEventListener('abort', abort)
    try {
      signal.throwIfAborted()
      session = await Session.open(this.target, signal)
      await session.limitTime(options)
      await session.lookIn(options.schema)
      return await Promise.race([work(session), aborted(signal)])
    } catch (error) {
      throw asFailure(error, this.target, signal)
    } finally {
      signal.removeEventListener('abort', abort)
      if (!signal.aborted) session?.connection.destroy()
    }
  }

  /** The figures of the optimizer: MySQL reports a cost, MariaDB 10 only the expected row count. */
  async estimate(sql: string, options: RequestOptions): Promise<Record<string, string>[]> {
    assertReads(sql)
    const rows = await this.withSession(options, (session) => session.rows(`EXPLAIN FORMAT=JSON ${sql}`))
    const plan = JSON.parse(rows[0]?.[0]?.toString() ?? '{}') as {
      query_block?: { cost_info?: { query_cost?: string }; cost?: number }
    }
    const cost = plan.query_block?.cost_info?.query_cost ?? plan.query_block?.cost
    const read = numbersOf(plan, /^rows(_examined_per_scan)?$/)
    return [
      {
        ...(cost === undefined ? {} : { 'Total cost': String(cost) }),
        'Rows to read': String(read.reduce((sum, each) => sum + each, 0)),
      },
    ]
  }

  private async withSession<T>(options: RequestOptions, work: (session: Session) => Promise<T>): Promise<T> {
    const waiting = this.takeIdle(options.schema ?? (this.target.database || undefined))
    try {
      return await this.onSession(waiting, options, work)
    } catch (error) {
      // a server may have closed an idle connection, which only becomes known when the next statement fails
      const wasClosed = waiting?.hasAnswered === false && error instanceof EngineFailure && error.kind === 'connection'
      if (!wasClosed || options.signal.aborted) throw error
      return await this.onSession(undefined, options, work)
    }
  }

  private async onSession<T>(
    waiting: Session | undefined,
    options: RequestOptions,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const { signal } = options
    let session = waiting
    let cancel: Promise<void> | undefined
    const abort = () => {
      if (session) cancel = this.kill(session)
    }
    try {
      signal.throwIfAborted()
      session ??= await Session.open(this.target, signal)
      signal.throwIfAborted()
      signal.addEventListener('abort', abort)
      const place = options.schema ?? (this.target.database || undefined)
      const working = session
      working.received.reset()
      const result = await Promise.race([working.lookIn(place).then(() => work(working)), aborted(signal)])
      this.keep(session)
      return result
    } catch (error) {
      await cancel
      if (session && !session.isBroken && isServerError(error)) this.keep(session)
      else session?.connection.destroy()
      throw asFailure(error, this.target, signal)
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** `schema`: where the next statement looks names up. */
  private takeIdle(schema: string | undefined): Session | undefined {
    for (let session = this.idle.pop(); session; session = this.idle.pop()) {
      session.hasAnswered = false
      const isLost = schema === undefined && session.schema !== undefined
      if (!session.isBroken && !isLost) return session
      session.connection.destroy()
    }
    return undefined
  }

  private keep(session: Session): void {
    if (session.isBroken || this.idle.length >= MOST_IDLE) session.connection.destroy()
    else this.idle.push(session)
  }

  private async kill(session: Session): Promise<void> {
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, KILL_WITHIN_MS).unref()
    })
    // a query that cannot be killed ends by its own time limit
    await Promise.race([session.kill(this.target).catch(() => undefined), late])
  }
}

/** The server rejected a statement: the connection can still be used. */
const isServerError = (error: unknown): boolean =>
  error instanceof Error && 'sqlMessage' in error && !('fatal' in error && error.fatal)

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = () => reject(new EngineFailure('cancelled', 'The query was cancelled.'))
    signal.addEventListener('abort', fail, { once: true })
  })

/** All numbers under keys with this name, at any depth of a plan. */
function numbersOf(node: unknown, key: RegExp): number[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    key.test(name) && typeof value !== 'object' ? [Number(value)] : numbersOf(value, key),
  )
}

/** MySQL and MariaDB, with mysql2's text protocol, which sends every number as digits. */
export const open: Driver['open'] = async (connection: ConnectionSpec) => {
  if ('tables' in connection) throw new EngineFailure('connection', 'This is not the address of a database server.')
  return new MySqlEngine(targetOf(connection.options))
}
