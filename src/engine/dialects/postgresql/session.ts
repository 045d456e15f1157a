import { connect as connectSocket, isIP } from 'node:net'
import type { ConnectionOptions as TlsOptions } from 'node:tls'
import pg, { type QueryConfig } from 'pg'
import type { RequestOptions } from '../../run/engine.ts'
import { EngineFailure } from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'
import { connectionFailure } from '../shared/connectionFailure.ts'
import { connectWithinMs } from '../shared/parameters.ts'
import { LARGEST_LIST, PartLimit } from '../shared/receiving.ts'
import { asConnectFailure } from './failures.ts'
import type { StreamedSelect } from './select.ts'
import type { PgClient } from './wire.ts'

export interface SessionTarget extends ServerOptions {
  port: number
  /** PEM of the authority that must have signed the server's certificate. */
  serverCertificate?: string
}

/** A server that has not accepted the connection by then counts as down. */
const CONNECT_TIMEOUT_MS = 10_000
/** If a canceled query has not ended by then, its connection is closed. */
const CANCEL_GRACE_MS = 250
const CANCEL_REQUEST = 80_877_102
/** Compiling a query takes longer than most queries, and cannot be interrupted. Older servers lack the setting. */
const NO_JIT = `SELECT pg_catalog.set_config(name, 'off', false) FROM pg_catalog.pg_settings WHERE name = 'jit'`

/** As in libpq: `require` encrypts without checking the certificate, `verify-…` checks it. */
function tlsOptions({ query, encryption, serverCertificate, host }: SessionTarget): TlsOptions | false {
  const mode = query?.sslmode ?? (encryption ? 'require' : 'disable')
  if (!/^(require|verify-ca|verify-full)$/.test(mode)) return false
  const isVerified = mode !== 'require' || serverCertificate !== undefined
  return {
    rejectUnauthorized: isVerified,
    ...(serverCertificate ? { ca: serverCertificate } : {}),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...(isIP(host) ? {} : { servername: host }),
  }
}

/** One connection to the server, which runs one query at a time. */
export class Session {
  /** Whether it has completed a query before. */
  wasUsed = false
  isDead = false
  private readonly client: PgClient
  private readonly target: SessionTarget
  private readonly received: PartLimit
  private running: StreamedSelect | undefined
  private idleTimer: NodeJS.Timeout | undefined

  private constructor(client: PgClient, target: SessionTarget) {
    this.client = client
    this.target = target
    this.received = new PartLimit(target)
    const die = (error?: unknown) => {
      this.isDead = true
      this.running?.abandon(error instanceof EngineFailure ? error : undefined)
    }
    client.on('error', die)
    client.on('end', () => die())
    this.limitReceived()
    // encryption replaces the stream
    client.connection.on('sslconnect', () => this.limitReceived())
  }

  /** Ends the connection if the server sends more than `received` allows for one part. */
  private limitReceived(): void {
    const { stream } = this.client.connection
    stream.on('data', (chunk: Buffer) => {
      const failure = this.received.add(chunk.length)
      if (failure) stream.destroy(failure)
    })
  }

  /** @throws EngineFailure of kind `connection` */
  static async connect(target: SessionTarget, { signal, timeoutMs }: RequestOptions): Promise<Session> {
    const client = new pg.Client({
      host: target.host,
      port: target.port,
      user: target.username,
      password: target.password,
      database: target.database ?? target.username,
      ssl: tlsOptions(target),
      keepAlive: true,
      application_name: target.query?.application_name ?? 'sextant',
      // settings of the session, such as `-csearch_path=sales`
      options: target.query?.options,
    }) as PgClient
    const session = new Session(client, target)
    let timer: NodeJS.Timeout | undefined
    let stop = () => {}
    const interrupted = new Promise<never>((_, reject) => {
      stop = () => reject(new EngineFailure('cancelled', 'The query was cancelled.'))
      const late = () => reject(connectionFailure('hostDown', target))
      timer = setTimeout(late, Math.min(connectWithinMs(target, CONNECT_TIMEOUT_MS), timeoutMs))
    })
    signal.addEventListener('abort', stop)
    try {
      signal.throwIfAborted()
      await Promise.race([client.connect().then(() => client.query(NO_JIT)), interrupted])
      return session
    } catch (error) {
      client.connection.stream.destroy()
      if (signal.aborted) throw new EngineFailure('cancelled', 'The query was cancelled.')
      throw asConnectFailure(error, target)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }

  start(select: StreamedSelect): void {
    this.running = select
    this.received.reset()
    select.onPart = () => this.received.reset()
    this.client.query(select)
  }

  /** True once the server is ready for another query. */
  async finish(select: StreamedSelect): Promise<boolean> {
    select.drain()
    await select.done
    this.running = undefined
    this.wasUsed = true
    if (this.isDead) return false
    if (select.failure === undefined) return true
    // the error ended the pipeline before its own rollback
    return this.client.query('ROLLBACK').then(
      () => true,
      () => false,
    )
  }

  /**
   * Asks the server to stop the query, over a separate connection as the protocol requires, and closes the session: a
   * late request must not hit another query.
   */
  cancel(select: StreamedSelect): void {
    const { stream } = this.client.connection
    if (this.running === select) this.requestCancel()
    select.drain()
    const timer = setTimeout(() => stream.destroy(), CANCEL_GRACE_MS)
    void select.done.then(() => {
      clearTimeout(timer)
      this.end()
    })
  }

  /** Runs one statement in a transaction, and commits it. Returns the number of changed rows. */
  async change(settings: string, sql: string): Promise<number | null> {
    this.received.reset(LARGEST_LIST)
    await this.client.query('BEGIN')
    await this.client.query(settings)
    // the extended protocol accepts only one statement, whatever the text contains; pg's published types omit
    // `queryMode`
    const statement: QueryConfig & { queryMode: 'extended' } = { text: sql, queryMode: 'extended' }
    const { rowCount } = await this.client.query(statement)
    await this.client.query('COMMIT')
    return rowCount
  }

  /** Runs our own statements in one transaction; after an error, closing the session rolls them back. */
  async load(settings: string, statements: AsyncIterable<string>): Promise<void> {
    await this.client.query('BEGIN')
    await this.client.query(settings)
    for await (const text of statements) {
      const statement: QueryConfig & { queryMode: 'extended' } = { text, queryMode: 'extended' }
      this.received.reset()
      await this.client.query(statement)
    }
    await this.client.query('COMMIT')
  }

  /** Stops the statement that `change` or `load` runs. The session must not be used again. */
  interrupt(): void {
    this.requestCancel()
    setTimeout(() => this.client.connection.stream.destroy(), CANCEL_GRACE_MS)
  }

  /** Asks the server to stop the running statement, over a separate connection. */
  private requestCancel(): void {
    const { processID, secretKey } = this.client
    if (processID === null || secretKey === null) return
    // a tunnel has no address; if a host has several addresses, the request must go to the one in use
    const { remoteAddress = this.target.host, remotePort = this.target.port } = this.client.connection.stream
    const message = Buffer.alloc(16)
    ;[16, CANCEL_REQUEST, processID, secretKey].forEach((value, i) => message.writeInt32BE(value, i * 4))
    const socket = connectSocket(remotePort, remoteAddress, () => socket.end(message))
    socket.setTimeout(CANCEL_GRACE_MS * 4, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.resume()
  }

  /** Waits for another query, and closes the session if none arrives. */
  waitIdle(idleMs: number, onEnd: () => void): void {
    const end = () => {
      onEnd()
      this.end()
    }
    this.idleTimer = setTimeout(end, idleMs)
    this.idleTimer.unref()
  }

  stopWaiting(): void {
    clearTimeout(this.idleTimer)
  }

  end(): void {
    this.isDead = true
    this.client.end().catch(() => undefined)
  }
}
