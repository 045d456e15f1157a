/** The requests of a browser to a fresh product: sign-in, home with its files, the data of a dashboard. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { createGunzip } from 'node:zlib'

const REQUEST_TIMEOUT_MS = 60_000
const password = 'fresh-needs-a-password'

interface Answer {
  status: number
  text: string
  /** Milliseconds from the request to each piece of the response. */
  arrivals: number[]
}

export interface Browser {
  get: (path: string) => Promise<string>
  post: (path: string, body: unknown) => Promise<Answer>
}

/** A client with cookies. `ca` is the certificate that it trusts. */
export function openBrowser(origin: string, ca?: string): Browser {
  const cookies = new Map<string, string>()
  let csrf = ''

  function send(method: string, path: string, body?: unknown): Promise<Answer> {
    const url = new URL(path, origin)
    const isSecure = url.protocol === 'https:'
    const headers = {
      accept: 'application/json, text/html',
      'accept-encoding': 'gzip',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'x-csrftoken': csrf, origin }),
    }
    const began = performance.now()
    return new Promise((done, fail) => {
      const options = { method, headers, ca, timeout: REQUEST_TIMEOUT_MS }
      const sent = (isSecure ? httpsRequest : httpRequest)(url, options, (response) => {
        for (const cookie of response.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        read(response, began).then(done, fail)
      })
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer in time`)))
      sent.on('error', fail)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  return {
    async get(path) {
      const { status, text } = await send('GET', path)
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${text.slice(0, 300)}`)
      csrf = /id="csrf_token" value="([^"]+)"/.exec(text)?.[1] ?? csrf
      return text
    },
    async post(path, body) {
      const answer = await send('POST', path, body)
      if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
      return answer
    },
  }
}

async function read(response: IncomingMessage, began: number): Promise<Answer> {
  const isPacked = response.headers['content-encoding'] === 'gzip'
  const content = isPacked ? response.pipe(createGunzip()) : response
  const arrivals: number[] = []
  let text = ''
  for await (const chunk of content) {
    arrivals.push(performance.now() - began)
    text += String(chunk)
  }
  return { status: response.statusCode ?? 0, text, arrivals }
}

/** Sets the administrator's password with the one-time link. */
export async function signInByLink(browser: Browser, link: string): Promise<void> {
  const { pathname } = new URL(link)
  await browser.get(pathname)
  await browser.post(pathname, { token: pathname.split('/').at(-1), password })
}

/** Signs in with the form. */
export async function signIn(browser: Browser, with_ = password): Promise<void> {
  await browser.get('/login/')
  await browser.post('/login/', { username: 'admin', password: with_ })
}
