import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** What a handler can do with a request; a subset of Playwright's `Route`. */
interface InterceptedRequest {
  request: () => { url: () => string; method: () => string; postDataJSON: () => unknown }
  fulfill: (answer: {
    status?: number
    json?: unknown
    body?: string
    contentType?: string
    response?: Response
  }) => Promise<void>
  continue: (changed?: { postData?: string }) => Promise<void>
  fetch: (changed?: { url?: string; postData?: string }) => Promise<Response>
  abort: () => Promise<void>
}

type Handler = (route: InterceptedRequest) => unknown

/** A proxy in front of the product that responds to some requests itself, for browsers whose protocol cannot do so. */
export interface Interceptor {
  address: string
  route: (pattern: string | RegExp, handler: Handler) => void
  /** removes all handlers and ends the requests that are still waiting */
  unrouteAll: () => void
  close: () => Promise<void>
}

export async function openInterceptor(product: string): Promise<Interceptor> {
  const rules: { matches: RegExp; handler: Handler }[] = []
  const waiting = new Set<ServerResponse>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', product).href
    const rule = rules.findLast(({ matches }) => matches.test(url))
    if (!rule) return forward(product, request, response, request)
    const body = await buffer(request)
    waiting.add(response)
    response.on('close', () => waiting.delete(response))
    await rule.handler(intercepted(product, request, response, body))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // an object, because the server listens on a port
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    route: (pattern, handler) => {
      rules.push({ matches: typeof pattern === 'string' ? regExpOf(pattern) : pattern, handler })
    },
    unrouteAll() {
      rules.length = 0
      for (const response of waiting) response.destroy()
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function intercepted(
  product: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): InterceptedRequest {
  const url = new URL(request.url ?? '', product).href
  return {
    request: () => ({
      url: () => url,
      method: () => request.method ?? '',
      postDataJSON: () => JSON.parse(body.toString()) as unknown,
    }),
    async fulfill({ status, json, body: given, contentType, response: original }) {
      // `text()` is not called if the handler gives a body: it may have read the response already
      const text = json === undefined ? (given ?? (await original?.text()) ?? '') : JSON.stringify(json)
      const type = contentType ?? (json === undefined ? original?.headers.get('content-type') : 'application/json')
      const policy = original?.headers.get('content-security-policy')
      response.writeHead(status ?? original?.status ?? 200, {
        ...(type ? { 'content-type': type } : {}),
        ...(policy ? { 'content-security-policy': policy } : {}),
      })
      response.end(text)
    },
    continue: async ({ postData } = {}) => forward(product, request, response, postData ?? body),
    fetch: ({ url: other, postData } = {}) =>
      fetch(other === undefined ? url : new URL(new URL(other).pathname, product), {
        method: request.method,
        headers: Object.entries(headersFor(product, request.headers)).flatMap(([name, value]) =>
          typeof value === 'string' && !/^(connection|content-length|host)$/.test(name) ? [[name, value]] : [],
        ),
        ...(postData !== undefined || body.length > 0 ? { body: postData ?? new Uint8Array(body) } : {}),
      }),
    abort: async () => void response.destroy(),
  }
}

/** Sends a request to the product, as if the page came from there. */
function forward(
  product: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Readable | Buffer | string,
): void {
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body)
  const headers = headersFor(product, request.headers)
  const sent = httpRequest(new URL(request.url ?? '', product), {
    method: request.method,
    headers: isWhole ? { ...headers, 'content-length': Buffer.byteLength(body) } : headers,
  })
  sent.on('error', () => response.destroy())
  response.on('close', () => sent.destroy())
  sent.on('response', (answer) => {
    // a file from the browser's cache could not be intercepted
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'cache-control': 'no-store' })
    answer.pipe(response)
  })
  if (isWhole) sent.end(body)
  else body.pipe(sent)
}

function headersFor(product: string, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { host, origin, referer, ...others } = headers
  return {
    ...others,
    host: new URL(product).host,
    ...(origin === undefined ? {} : { origin: product }),
    ...(referer === undefined ? {} : { referer: referer.replace(`http://${host}`, product) }),
  }
}

/** A pattern of addresses: `**` is any text, `*` any text without a slash, `{a,b}` one of several texts. */
export function regExpOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*|\*|\{[^}]*\}|[.+?^$()[\]\\|]/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').join('|')})`
    return `\\${part}`
  })
  return new RegExp(`^${source}$`)
}
