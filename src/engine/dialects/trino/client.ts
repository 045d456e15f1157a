import { Agent as HttpAgent, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent as HttpsAgent, request as requestEncrypted } from 'node:https'
import { EngineFailure } from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'
import { parseExactJson } from '../shared/exactJson.ts'
import { isPlainObject, jsonParameter } from '../shared/parameters.ts'
import { errorText, LARGEST_PART, sentTooMuch, wholeText } from '../shared/receiving.ts'

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
  /** Maximum length of the whole result, for callers that collect it. */
  mostBytes?: number
  /** Called if the statement is stopped before its end. */
  onStop?: () => void
}

const BUSY = new Set([429, 502, 503, 504])
const TRIES = 5
const WAIT_MS = 50
const STOP_WITHIN_MS = 400

/** The property with which the server itself ends slow statements. */
const TIME_LIMIT = 'query_max_run_time'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Text without the characters that separate the parts of a header. */
const headerText = (text: string) => text.replaceAll(/[^\x21-\x7e]|[,=]/g, '')

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
  private readonly target: Target
  private readonly base: string
  private readonly headers: Record<string, string>
  /** Properties of the session that the connection sets, in the format of the header. */
  private readonly properties: string[]
  readonly agent: HttpAgent | HttpsAgent

  /** `agent`: the connections of another client of the same server. */
  constructor(target: Target, agent?: HttpAgent | HttpsAgent) {
    this.target = target
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
    const tags = jsonParameter(target, 'client_tags', isTexts) ?? []
    const properties = jsonParameter(target, 'session_properties', isPlainObject) ?? {}
    this.properties = Object.entries(properties)
      .filter(([name]) => name !== TIME_LIMIT)
      .map(([name, value]) => `${headerText(name)}=${encodeURIComponent(String(value))}`)
    this.headers = {
      'X-Trino-User': target.actingUser ?? user,
      'X-Trino-Source': headerText(target.query?.['source'] ?? 'sextant'),
      'X-Trino-Time-Zone': 'UTC',
      'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
      ...(tags.length > 0 ? { 'X-Trino-Client-Tags': tags.map(headerText).join(',') } : {}),
      ...(catalog ? { 'X-Trino-Catalog': catalog } : {}),
      ...(schema ? { 'X-Trino-Schema': schema } : {}),
      ...(target.password
        ? { Authorization: `Basic ${Buffer.from(`${user}:${target.password}`).toString('base64')}` }
        : {}),
    }
  }

  /** The parts of one statement's result. If the iteration ends early or is aborted, the server stops the statement. */
  async *run(
    sql: string,
    { signal, timeoutMs, transaction, schema, mostBytes = Number.POSITIVE_INFINITY, onStop }: StatementOptions,
  ): AsyncGenerator<Page & { startedTransaction?: string }> {
    const seconds = Math.max(1, Math.ceil(timeoutMs / 1000))
    const headers = {
      ...this.headers,
      'X-Trino-Session': [`${TIME_LIMIT}=${seconds}s`, ...this.properties].join(','),
      ...(schema === undefined ? {} : { 'X-Trino-Schema': headerOf(schema) }),
      ...(transaction ? { 'X-Trino-Transaction-Id': transaction } : {}),
    }
    let next: string | undefined
    const stop = () => void this.stop(next)
    signal.addEventListener('abort', stop)
    try {
      let { page, started, length } = await this.ask('/v1/statement', { method: 'POST', headers, body: sql, signal })
      for (let bytes = length; ; bytes += length) {
        next = page.nextUri
        if (bytes > mostBytes) throw sentTooMuch(this.target, mostBytes)
        if (page.error) throw new TrinoError(page.error.message, page.error.errorName)
        yield started ? { ...page, startedTransaction: started } : page
        if (!next) return
        const request = { method: 'GET', headers: this.headers, signal } as const
        ;({ page, started, length } = await this.ask(this.pathOf(next), request))
      }
    } finally {
      signal.removeEventListener('abort', stop)
      if (next) {
        onStop?.()
        await this.stop(next)
      }
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

  private async ask(path: string, request: Sent): Promise<{ page: Page; started?: string; length: number }> {
    for (let attempt = 1; ; attempt++) {
      const { status, started, text } = await this.send(path, request)
      if (status === 200) {
        return { page: parseExactJson(text) as Page, length: text.length, ...(started ? { started } : {}) }
      }
      // the protocol requires another attempt while the server is busy
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
    const status = response.statusCode ?? 0
    return {
      status,
      started: response.headers['x-trino-started-transaction-id'] as string | undefined,
      text: status === 200 ? await wholeText(response, LARGEST_PART, this.target) : await errorText(response),
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
