import { Agent as HttpAgent, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent as HttpsAgent, request as requestEncrypted } from 'node:https'
import { EngineFailure } from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'
import { parseExactJson } from '../shared/exactJson.ts'

export interface Target extends ServerOptions {
  port: number
  /** PEM of the authority that must have signed the server's certificate. */
  serverCertificate?: string
  /** The user of the statements, if it is not the one who logs in. */
  actingUser?: string
}

/** An error of a statement reported by Trino. */
export class TrinoError extends Error {
  /** Such as `COLUMN_NOT_FOUND`. */
  readonly errorName: string

  constructor(message: string, errorName: string) {
    super(message)
    this.name = 'TrinoError'
    this.errorName = errorName
  }
}

/** The server responded, but not like Trino: wrong password, a proxy, another server. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text.trim().slice(0, 300) || `HTTP ${status}`)
    this.name = 'HttpError'
    this.status = status
  }
}

/** One response of the protocol: a part of a result, and the address of the next. */
interface Page {
  nextUri?: string
  columns?: { name: string; type: string }[]
  data?: unknown[][]
  error?: { message: string; errorName: string }
}

export interface StatementOptions {
  signal: AbortSignal
  timeoutMs: number
  /** `NONE`: outside of a transaction; else the id of an open one. */
  transaction?: string
  /** Where names without a schema are looked up, in the catalog of the connection. */
  schema?: string
}

const BUSY = new Set([429, 502, 503, 504])
const TRIES = 5
const WAIT_MS = 50
const STOP_WITHIN_MS = 400

/** A name in a header. Names of schemas have no capitals. */
function headerOf(schema: string): string {
  if (!/^[a-z0-9_$@.-]+$/.test(schema)) {
    throw new EngineFailure('engine', `The schema "${schema}" does not exist.`, { code: 'SCHEMA_DOES_NOT_EXIST_ERROR' })
  }
  return schema
}

/**
 * Trino's statement protocol: a POST, then a chain of GETs, and a DELETE to stop. Our own code instead of
 * `trino-client`, which reads integers beyond 2^53 as doubles unless its parser is replaced, cannot abort a running
 * request, sends no time limit, and adds a second HTTP library.
 */
export class TrinoClient {
  private readonly base: string
  private readonly headers: Record<string, string>
  readonly agent: HttpAgent | HttpsAgent

  /** `agent`: the connections of another client of the same server. */
  constructor(target: Target, agent?: HttpAgent | HttpsAgent) {
    const host = target.host.includes(':') ? `[${target.host}]` : target.host
    this.base = `${target.encryption ? 'https' : 'http'}://${host}:${target.port}`
    const { serverCertificate: ca } = target
    this.agent =
      agent ??
      (target.encryption
        ? new HttpsAgent({ keepAlive: true, ...(ca ? { ca } : {}) })
        : new HttpAgent({ keepAlive: true }))
    const [catalog, schema] = (target.database ?? '').split('/')
    const user = target.username ?? 'sextant'
    this.headers = {
      'X-Trino-User': target.actingUser ?? user,
      'X-Trino-Source': 'sextant',
      'X-Trino-Time-Zone': 'UTC',
      'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
      ...(catalog ? { 'X-Trino-Catalog': catalog } : {}),
      ...(schema ? { 'X-Trino-Schema': schema } : {}),
      ...(target.password
        ? { Authorization: `Basic ${Buffer.from(`${user}:${target.password}`).toString('base64')}` }
        : {}),
    }
  }

  /** The parts of one statement's result. Ending early, and aborting, stop it in the server. */
  async *run(
    sql: string,
    { signal, timeoutMs, transaction, schema }: StatementOptions,
  ): AsyncGenerator<Page & { startedTransaction?: string }> {
    const seconds = Math.max(1, Math.ceil(timeoutMs / 1000))
    const headers = {
      ...this.headers,
      'X-Trino-Session': `query_max_run_time=${seconds}s`,
      ...(schema === undefined ? {} : { 'X-Trino-Schema': headerOf(schema) }),
      ...(transaction ? { 'X-Trino-Transaction-Id': transaction } : {}),
    }
    let next: string | undefined
    const stop = () => void this.stop(next)
    signal.addEventListener('abort', stop)
    try {
      let { page, started } = await this.ask('/v1/statement', { method: 'POST', headers, body: sql, signal })
      for (;;) {
        next = page.nextUri
        if (page.error) throw new TrinoError(page.error.message, page.error.errorName)
        yield started ? { ...page, startedTransaction: started } : page
        if (!next) return
        ;({ page, started } = await this.ask(this.pathOf(next), { method: 'GET', headers: this.headers, signal }))
      }
    } finally {
      signal.removeEventListener('abort', stop)
      if (next) await this.stop(next)
    }
  }

  /** Asks the server to end a statement; if the request is lost, the statement ends by its own time limit. */
  private async stop(next: string | undefined): Promise<void> {
    if (!next) return
    const signal = AbortSignal.timeout(STOP_WITHIN_MS)
    await this.send(this.pathOf(next), { method: 'DELETE', headers: this.headers, signal }).catch(() => undefined)
  }

  /**
   * Requests go only to the server in the connection, whatever address a response contains (such as the inner one of a
   * proxy).
   */
  private pathOf(address: string): string {
    const { pathname, search } = new URL(address)
    return pathname + search
  }

  private async ask(path: string, request: Sent): Promise<{ page: Page; started?: string }> {
    for (let attempt = 1; ; attempt++) {
      const { status, started, text } = await this.send(path, request)
      if (status === 200) return { page: parseExactJson(text) as Page, ...(started ? { started } : {}) }
      // the protocol says to try again while the server is busy
      if (!BUSY.has(status) || attempt === TRIES) throw new HttpError(status, text)
      await new Promise((again) => setTimeout(again, WAIT_MS * attempt))
    }
  }

  /** One request; redirects are not followed. */
  private async send(path: string, { body, ...options }: Sent): Promise<Received> {
    const request = this.base.startsWith('https') ? requestEncrypted : requestPlain
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(this.base + path, { ...options, agent: this.agent }, resolve)
      sent.on('error', reject)
      sent.end(body)
    })
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    return {
      status: response.statusCode ?? 0,
      started: response.headers['x-trino-started-transaction-id'] as string | undefined,
      text: Buffer.concat(chunks).toString(),
    }
  }
}

interface Sent {
  method: 'POST' | 'GET' | 'DELETE'
  headers: Record<string, string>
  signal: AbortSignal
  body?: string
}

interface Received {
  status: number
  /** The transaction that a statement opened. */
  started: string | undefined
  text: string
}
