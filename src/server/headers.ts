import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { App } from './resource.ts'
import type { Services } from './services.ts'

const policy = (nonce: string, frames = "'none'", connects = '') =>
  [
    "default-src 'self'",
    `script-src 'self'${nonce}`,
    `style-src 'self'${nonce}`,
    `style-src-elem 'self'${nonce}`,
    // chart tooltips position themselves with style attributes
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ...(connects ? [`connect-src 'self'${connects}`] : []),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frames}`,
  ].join('; ')

/**
 * Origins of other servers that pages connect to: the websocket server of asynchronous events, if its address is
 * configured, and the servers of base maps.
 */
function otherServers({ asyncEvents: { webSocketUrl }, map }: Services['config']): string {
  const socket = webSocketUrl === undefined ? [] : [new URL(webSocketUrl).origin]
  return [...socket, ...(map?.origins ?? [])].map((origin) => ` ${origin}`).join('')
}

const withoutScripts = policy('')

/**
 * Lets a page run scripts and styles with the returned nonce. `sites` may embed the page in frames: `https://host`,
 * `*.host`, or `*` for all sites.
 */
export function allowNonce(
  reply: FastifyReply,
  { config }: Pick<Services, 'config'>,
  sites?: readonly string[],
): string {
  const nonce = randomBytes(16).toString('base64')
  reply.header(
    'content-security-policy',
    policy(` 'nonce-${nonce}'`, sites?.map((site) => site.replace(/\/$/, '')).join(' '), otherServers(config)),
  )
  if (sites) reply.removeHeader('x-frame-options')
  return nonce
}

/** Security headers of a response. Cacheable responses override the cache header later. */
export function setHeaders(reply: FastifyReply, { secureCookies }: Services): void {
  reply.header('content-security-policy', withoutScripts)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('x-frame-options', 'DENY')
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('vary', 'Accept-Encoding, Cookie')
  reply.header('cache-control', 'no-store')
  if (secureCookies) reply.header('strict-transport-security', 'max-age=31536000')
}

const JSON_UTF8 = 'application/json; charset=utf-8'

/** Routes of the REST API whose results have the media type of the older routes. */
const likeOlderRoutes = /^\/api\/v1\/(form_data|sqllab\/(execute|results))\b/

/**
 * The media type of a JSON response: the contract states the character set in the REST API and in lists of errors, but
 * not on its older routes, and not for an invalid token.
 */
function jsonType(path: string, status: number, payload: unknown): string {
  const begins = (text: string) => typeof payload === 'string' && payload.startsWith(text)
  if (begins('{"errors":[{"message":')) return JSON_UTF8
  const isOlder =
    !path.startsWith('/api/') || path.startsWith('/api/v1/time_range/') || (status < 300 && likeOlderRoutes.test(path))
  return isOlder || begins('{"msg":') ? 'application/json' : JSON_UTF8
}

/** Content types of responses that are shown line by line as they arrive. */
const lineByLine = /^(application\/x-ndjson|text\/event-stream)\b/

/** Security headers on every response, including errors. Proxies are told not to buffer responses sent line by line. */
export function installHeaders(app: App, services: Services): void {
  app.addHook('onRequest', async (_request, reply) => setHeaders(reply, services))
  app.addHook('onSend', async ({ url }, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (lineByLine.test(type)) reply.header('x-accel-buffering', 'no')
    if (type === JSON_UTF8) reply.header('content-type', jsonType(url, reply.statusCode, payload))
    return payload
  })
}
