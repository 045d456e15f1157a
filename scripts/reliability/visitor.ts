import { Agent, request } from 'node:http'
import { csrfOf } from '../../src/server/testing/csrfOf.ts'

export interface Answer {
  /** 0: the connection ended before the response was complete. */
  status: number
  text: string
  location: string | undefined
  /** Time of performance.now(). */
  startedAt: number
  endedAt: number
  /** The node that had the session when the request was sent, if a proxy chose one. */
  node: string | undefined
}

export type Body = { json: unknown } | { form: Record<string, string> } | { parts: FormData }

/** A user who acts like a browser, with separate connections, cookies and a CSRF token. */
export interface Visitor {
  username: string
  send: (method: string, path: string, body?: Body, patienceMs?: number) => Promise<Answer>
  /** Uses the sign-in form, and starts a new session. */
  signIn: () => Promise<void>
  node: () => string | undefined
  leave: () => void
}

const SAME_SITE = { 'sec-fetch-site': 'same-origin' }
const PATIENCE_MS = 60_000
/** How many connections a browser opens to one server. */
const CONNECTIONS = 6

async function encoded(body: Body | undefined): Promise<{ type?: string; bytes?: Buffer }> {
  if (body === undefined) return {}
  if ('json' in body) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body.json)) }
  if ('form' in body) {
    const text = new URLSearchParams(body.form).toString()
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) }
  }
  const form = new Response(body.parts)
  return { type: form.headers.get('content-type') ?? '', bytes: Buffer.from(await form.arrayBuffer()) }
}

export function createVisitor(address: string, username: string, password: string, connections = CONNECTIONS): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const cookies = new Map<string, string>()
  let csrf = ''

  function keepCookies(lines: readonly string[] = []): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0\b/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  async function send(method: string, path: string, body?: Body, patienceMs = PATIENCE_MS): Promise<Answer> {
    const { type, bytes } = await encoded(body)
    const node = cookies.get('NODE')
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      ...(cookie ? { cookie } : {}),
      ...(type ? { 'content-type': type } : {}),
      ...(method === 'GET'
        ? {}
        : { ...SAME_SITE, ...(csrf && { 'x-csrftoken': csrf }), 'content-length': bytes?.length ?? 0 }),
    }
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(patienceMs)
    const exchange = (isRetry: boolean) =>
      new Promise<Answer>((done) => {
        const end = (status: number, text = '', location?: string) =>
          done({ status, text, location, startedAt, endedAt: performance.now(), node })
        const call = request(address + path, { method, agent, headers, signal }, (answer) => {
          const chunks: Buffer[] = []
          keepCookies(answer.headers['set-cookie'])
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', ({ message }) => end(0, `${method} ${path}, in the middle of the answer: ${message}`))
          answer.on('end', () => end(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers.location))
        })
        call.on('error', (error: NodeJS.ErrnoException) => {
          // retried as in browsers: the server may have closed an idle connection while the request was on its way
          if (call.reusedSocket && error.code === 'ECONNRESET' && !isRetry) void exchange(true).then(done)
          else end(0, `${method} ${path}: ${error.message}`)
        })
        call.end(bytes)
      })
    return exchange(false)
  }

  return {
    username,
    send,
    async signIn() {
      csrf = ''
      const hidden = csrfOf((await send('GET', '/login/')).text)
      const { status, location } = await send('POST', '/login/', { form: { username, password, csrf_token: hidden } })
      if (location !== '/') throw new Error(`the sign-in of ${username} failed: ${status}`)
      csrf = csrfOf((await send('GET', '/superset/welcome/')).text)
    },
    node: () => cookies.get('NODE'),
    leave: () => agent.destroy(),
  }
}

/** The JSON of a successful response. */
export function resultOf<T>({ status, text }: Answer): T {
  if (status < 200 || status >= 300) throw new Error(`${status} ${text.slice(0, 400)}`)
  return JSON.parse(text) as T
}
