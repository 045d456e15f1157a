import { isIP, type Socket } from 'node:net'
import { checkServerIdentity, TLSSocket } from 'node:tls'
import mysql, { type Connection, type ConnectionOptions, type SslOptions } from 'mysql2'
import type { RequestOptions } from '../../run/engine.ts'
import { EngineFailure } from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'
import { connectionFailure, connectionLost, networkFailure, untrusted } from '../shared/connectionFailure.ts'
import { connectWithinMs } from '../shared/parameters.ts'
import { LARGEST_LIST, LARGEST_PART, PartLimit } from '../shared/receiving.ts'

const DEFAULT_PORT = 3306
const CONNECT_WITHIN_MS = 10_000

/**
 * Settings of a session: a backslash is an escape, text is UTF-8, clock times are UTC, averages of integers have
 * decimals, and nothing is written.
 */
const SETUP = [
  `SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`,
  `time_zone = '+00:00'`,
  'div_precision_increment = 18',
  'group_concat_max_len = 1048576',
].join(', ')
const READ_ONLY = 'SET SESSION TRANSACTION READ ONLY'
const READ_WRITE = 'SET SESSION TRANSACTION READ WRITE'

interface ServerError extends Error {
  code?: string
  errno?: number
  sqlMessage?: string
}

export interface Target extends ServerOptions {
  port: number
  /** PEM of the authority that must have signed the server's certificate. */
  serverCertificate?: string
}

export const targetOf = (options: Record<string, unknown>): Target => ({
  ...(options as unknown as ServerOptions),
  port: Number(options['port'] ?? DEFAULT_PORT),
})

function connectionOptions(target: Target): ConnectionOptions {
  return {
    host: target.host,
    port: target.port,
    ...(target.username ? { user: target.username } : {}),
    ...(target.password ? { password: target.password } : {}),
    ...(target.database ? { database: target.database } : {}),
    ...(target.encryption ? { ssl: tlsOptions(target) } : {}),
    connectTimeout: connectWithinMs(target, CONNECT_WITHIN_MS),
    charset: 'utf8mb4',
    multipleStatements: false,
    // files of this machine are never sent, whatever a statement or the server requests
    flags: ['-LOCAL_FILES'],
    disableEval: true,
    rowsAsArray: true,
    // fields stay the bytes that the server sent
    typeCast: false,
  }
}

/**
 * Encryption alone does not check the certificate, as in the server's own clients; with an authority the certificate
 * must match.
 */
const looksAtCertificate = ({ serverCertificate, query }: Target) =>
  serverCertificate !== undefined || query?.['ssl_verify_cert'] === 'true'

/** A certificate must be that of the host, unless the address allows another name (`ssl_verify_identity`). */
const looksAtName = (target: Target) => looksAtCertificate(target) && target.query?.['ssl_verify_identity'] !== 'false'

const tlsOptions = (target: Target): SslOptions => ({
  rejectUnauthorized: looksAtCertificate(target),
  verifyIdentity: looksAtName(target) && isIP(target.host) === 0,
  ...(target.serverCertificate ? { ca: target.serverCertificate } : {}),
})

/** The driver checks only names: it would compare an IP address with "localhost". */
function checkAddress(connection: Connection, target: Target): void {
  if (!target.encryption || !looksAtName(target) || isIP(target.host) === 0) return
  const { stream } = connection as unknown as { stream: unknown }
  const fault = stream instanceof TLSSocket ? checkServerIdentity(target.host, stream.getPeerCertificate()) : undefined
  if (fault) throw fault
}

/** Converts an error of the driver. If the connection caused it, the message is the contract's. */
export function asFailure(error: unknown, target: Target, signal?: AbortSignal): unknown {
  if (signal?.aborted) return new EngineFailure('cancelled', 'The query was cancelled.')
  if (error instanceof EngineFailure || !(error instanceof Error)) return error
  const { code, errno, sqlMessage } = error as ServerError
  switch (code) {
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      return connectionFailure('denied', target, error)
    case 'ER_DBACCESS_DENIED_ERROR':
    case 'ER_BAD_DB_ERROR':
      // a missing schema in a query has the same code, but then the message names the missing schema
      if (!sqlMessage || sqlMessage.includes(`'${target.database}'`)) {
        return connectionFailure('unknownDatabase', target, error)
      }
      break
    case 'ER_CON_COUNT_ERROR':
    case 'ER_TOO_MANY_USER_CONNECTIONS':
    case 'ER_SERVER_SHUTDOWN':
      return new EngineFailure('connection', sqlMessage ?? error.message, {
        code: 'CONNECTION_HOST_DOWN_ERROR',
        cause: error,
      })
    case 'HANDSHAKE_SSL_ERROR':
      // the driver replaces the original error code with its own
      return untrusted(target, error.message, error)
    case 'HANDSHAKE_NO_SSL_SUPPORT':
      return new EngineFailure(
        'connection',
        `The database at "${target.host}" does not support encrypted connections.`,
        {
          invalid: ['encryption'],
          cause: error,
        },
      )
    case 'PROTOCOL_CONNECTION_LOST':
      return connectionLost(target, error)
  }
  if (sqlMessage) return new EngineFailure('engine', sqlMessage, { cause: error, ...timeoutCode(errno) })
  return networkFailure(error, target) ?? error
}

/** MariaDB: max_statement_time exceeded; MySQL: maximum statement execution time exceeded. */
const timeoutCode = (errno: number | undefined) =>
  errno === 1969 || errno === 3024 ? { code: 'BACKEND_TIMEOUT_ERROR' as const } : {}

/** The members of a connection that receive what the server sends; its published types omit them. */
interface Receiver {
  stream: Socket
  packetParser: { execute(chunk: Buffer): unknown }
}

/** Ends the connection if the server sends more than `received` allows for one part. */
function limitReceived(connection: Connection, received: PartLimit): void {
  const receiver = connection as unknown as Receiver
  // not as a listener of the stream, because encryption replaces the stream
  const parser = receiver.packetParser
  receiver.packetParser = {
    execute: (chunk) => {
      const failure = received.add(chunk.length)
      return failure ? receiver.stream.destroy(failure) : parser.execute(chunk)
    },
  }
}

/** One connection, set up for reading, with the time limit of its next statement. */
export class Session {
  readonly connection: Connection
  /** How much the server may send before the next row. */
  readonly received: PartLimit
  isBroken = false
  /** Whether the current query has received a response. */
  hasAnswered = false
  private readonly isMariaDb: boolean
  private limitS: number | undefined
  /** Where names without a schema are looked up. A session cannot be reset to no schema. */
  schema: string | undefined

  private constructor(connection: Connection, received: PartLimit, version: string, schema: string | undefined) {
    this.connection = connection
    this.received = received
    this.schema = schema
    this.isMariaDb = version.includes('MariaDB')
    // a connection that the server closes while it is idle is not a bug
    connection.on('error', () => {
      this.isBroken = true
    })
  }

  static async open(target: Target, signal: AbortSignal | undefined): Promise<Session> {
    const connection = mysql.createConnection(connectionOptions(target))
    const received = new PartLimit(target)
    limitReceived(connection, received)
    const interrupted = Promise.withResolvers<never>()
    // statements on a closed connection never get a response
    const abort = () => {
      connection.destroy()
      interrupted.reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    try {
      return await Promise.race([Session.prepare(connection, received, target), interrupted.promise])
    } catch (error) {
      connection.destroy()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  private static async prepare(connection: Connection, received: PartLimit, target: Target): Promise<Session> {
    await new Promise<void>((resolve, reject) => {
      connection.once('connect', () => resolve())
      connection.once('error', reject)
    })
    checkAddress(connection, target)
    const [[version]] = (await run(connection, 'SELECT VERSION()')) as [[Buffer]]
    const session = new Session(connection, received, version.toString(), target.database || undefined)
    await run(connection, SETUP)
    await run(connection, READ_ONLY)
    return session
  }

  /** The server itself ends slow queries, so that no query outlives its child. */
  async limitTime({ timeoutMs }: Pick<RequestOptions, 'timeoutMs'>): Promise<void> {
    const limitS = Math.max(1, Math.ceil(timeoutMs / 1000))
    if (limitS === this.limitS) return
    await run(
      this.connection,
      this.isMariaDb
        ? `SET SESSION max_statement_time = ${limitS}`
        : `SET SESSION max_execution_time = ${limitS * 1000}`,
    )
    this.limitS = limitS
  }

  async lookIn(schema: string | undefined): Promise<void> {
    if (schema === undefined || schema === this.schema) return
    await run(this.connection, `USE \`${schema.replaceAll('`', '``')}\``)
    this.schema = schema
  }

  /** Runs one of our own statements that need all rows at once, as bytes. */
  rows(sql: string): Promise<(Buffer | null)[][]> {
    this.received.reset(LARGEST_LIST)
    return run(this.connection, sql)
  }

  /**
   * Runs one statement that changes data, and returns the number of changed rows. The session must not be used for
   * reading after that.
   */
  async change(sql: string): Promise<number | null> {
    this.received.reset(LARGEST_PART)
    await run(this.connection, READ_WRITE)
    const outcome: unknown = await run(this.connection, sql)
    const { affectedRows } = outcome as { affectedRows?: number }
    return affectedRows ?? null
  }

  /** Closes the connection and its query: the server notices a closed socket only when it writes to it. */
  async kill(target: Target): Promise<void> {
    const id = this.connection.threadId
    this.connection.destroy()
    this.isBroken = true
    const other = mysql.createConnection(connectionOptions(target))
    try {
      await run(other, `KILL ${Number(id)}`)
    } catch (error) {
      // the session had already ended
      if ((error as ServerError).code !== 'ER_NO_SUCH_THREAD') throw error
    } finally {
      other.destroy()
    }
  }
}

function run(connection: Connection, sql: string): Promise<(Buffer | null)[][]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as unknown as (Buffer | null)[][])))
  })
}
