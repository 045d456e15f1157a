import type { CsrfTokenAnswer } from '../../model/wire/session.ts'
import { parseBigSafe } from './bigSafe.ts'
import { hasFlag } from './bootstrap.ts'
import { ApiError, failureOf, unreachable } from './failure.ts'
import { readLines } from './readLines.ts'

export interface RequestOptions {
  signal?: AbortSignal
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  /** Whether the request queries data of charts: a slow result may arrive later, as an event. */
  isQuery?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Asks the user to sign in again, in a dialog over the page; resolves when that is done. Set by the shell. */
let signInAgain: (() => Promise<void>) | undefined
/**
 * How often the user signed in again. A call sent before that may be rejected afterwards, and needs no second dialog.
 */
let timesSignedIn = 0
/** Headers that are sent with every call. */
let fixedHeaders: Record<string, string> = {}
/** Sends the guest token with every call. For a page that another site embeds. */
export function sendGuestToken(token: string): void {
  fixedHeaders = { 'x-guesttoken': token }
}
let csrfToken = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''

/** Sets how users sign in again. Calls that are rejected in the meantime share one dialog. */
export function onSignedOut(handler: () => Promise<void>): void {
  let asking: Promise<void> | undefined
  signInAgain = () => {
    asking ??= handler().then(() => {
      timesSignedIn += 1
      asking = undefined
    })
    return asking
  }
}

/** Loads the CSRF token, which every change sends. It is bound to the session, so a new session needs a new one. */
export async function refreshCsrfToken(): Promise<void> {
  const response = await fetch('/api/v1/security/csrf_token/', { headers: { accept: 'application/json' } })
  if (response.ok) csrfToken = ((await response.json()) as CsrfTokenAnswer).result
}

/** For requests that are sent outside this module (with progress). */
export const currentCsrfToken = () => csrfToken

export const getJson = <T>(path: string, options?: RequestOptions) => json<T>('GET', path, undefined, options)
export const postJson = <T>(path: string, body: unknown, options?: RequestOptions) =>
  json<T>('POST', path, body, options)
export const putJson = <T>(path: string, body: unknown, options?: RequestOptions) => json<T>('PUT', path, body, options)
export const deleteJson = <T>(path: string, options?: RequestOptions) => json<T>('DELETE', path, undefined, options)

/** Puts JSON and returns the version (ETag) that is stored now. */
export async function putForVersion(path: string, body: unknown, options: RequestOptions): Promise<string | undefined> {
  const headers = { ...options.headers, 'content-type': 'application/json' }
  const response = await send('PUT', path, JSON.stringify(body), { ...options, headers })
  return response.headers.get('etag') ?? undefined
}

/** Sends a form with files. */
export async function postForm<T>(path: string, form: FormData, options?: RequestOptions): Promise<T> {
  return readJson<T>(await send('POST', path, form, options))
}

/** Sends fields as a form with POST and reads the response, like older clients. */
export async function sendFormForJson<T>(
  path: string,
  fields: Record<string, string>,
  method: 'POST' | 'PUT' = 'POST',
): Promise<T> {
  return readJson<T>(await send(method, path, new URLSearchParams(fields)))
}

/** Sends fields as a form; also works while the page is being left. */
export async function sendForm(
  path: string,
  fields: Record<string, string>,
  method: 'POST' | 'PUT' = 'POST',
): Promise<void> {
  await fetch(path, {
    method,
    body: new URLSearchParams(fields),
    headers: { 'x-csrftoken': csrfToken },
    keepalive: true,
  })
}

/** Returns the response itself, for downloads. */
export function getResponse(path: string, options?: RequestOptions): Promise<Response> {
  return send('GET', path, undefined, options)
}

/** Posts JSON and returns the response itself, for files. */
export function postResponse(path: string, body: unknown, options: RequestOptions = {}): Promise<Response> {
  const headers = { ...options.headers, 'content-type': 'application/json', accept: '*/*' }
  return send('POST', path, JSON.stringify(body), { ...options, headers })
}

async function json<T>(method: Method, path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
  const headers = body === undefined ? options.headers : { ...options.headers, 'content-type': 'application/json' }
  const text = body === undefined ? undefined : JSON.stringify(body)
  const response = await send(method, path, text, { ...options, headers })
  if (!options.isQuery || response.status === 200) return readJson<T>(response)
  return (await import('./asyncEvents.ts')).resultOf(response, options.signal) as Promise<T>
}

/** Header for queries that may run in the background. Quick queries still return their result at once. */
const later = (): Record<string, string> => (hasFlag('GLOBAL_ASYNC_QUERIES') ? { prefer: 'respond-async, wait=2' } : {})

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text()
  // some responses of the contract (to log events) have no body
  return (text === '' ? undefined : parseBigSafe(text)) as T
}

/**
 * Posts JSON and yields the lines of the response (NDJSON) as they arrive. Ends when the response ends; an abort or a
 * lost connection throws.
 */
export async function* postLines<T>(path: string, body: unknown, options: RequestOptions = {}): AsyncGenerator<T> {
  const headers = { ...options.headers, 'content-type': 'application/json', accept: 'application/x-ndjson' }
  const response = await send('POST', path, JSON.stringify(body), { ...options, headers })
  if (response.body) for await (const line of readLines(response.body)) yield parseBigSafe(line) as T
}

/**
 * Sends a request. Signs in again on 401, and fetches a new CSRF token if the old one is rejected, then repeats the
 * request once.
 */
async function send(
  method: Method,
  path: string,
  body: BodyInit | undefined,
  options: RequestOptions = {},
): Promise<Response> {
  const sentAfter = timesSignedIn
  const response = await sendOnce(method, path, body, options)
  if (response.ok) return response
  if (response.status === 401 && signInAgain) {
    if (sentAfter === timesSignedIn) await signInAgain()
    await refreshCsrfToken()
  } else {
    const failure = await failureOf(response)
    if (response.status !== 400 || !failure.message.includes('CSRF')) throw failure
    await refreshCsrfToken()
  }
  const second = await sendOnce(method, path, body, options)
  if (!second.ok) throw await failureOf(second)
  return second
}

async function sendOnce(
  method: Method,
  path: string,
  body: BodyInit | undefined,
  { signal, query, headers, isQuery }: RequestOptions,
): Promise<Response> {
  try {
    return await fetch(withQuery(path, query), {
      method,
      signal,
      body,
      headers: {
        accept: 'application/json',
        'x-csrftoken': csrfToken,
        ...fixedHeaders,
        ...(isQuery && later()),
        ...headers,
      },
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(`Network error. ${unreachable}`, { status: 0, cause: error })
  }
}

function withQuery(path: string, query: RequestOptions['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}
