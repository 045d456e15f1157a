import type { AsyncEvent, AsyncEventsAnswer, AsyncJob } from '../../model/query/asyncJob.ts'
import { bootstrap } from './bootstrap.ts'
import { deleteJson, getJson } from './client.ts'
import { ApiError, type ErrorItem } from './failure.ts'
import { createLastEvent } from './lastEvent.ts'
import { createPolls } from './polls.ts'

/** Number of attempts to deliver an event that arrives before a request waits for it. */
export const EVENT_RETRIES = 6
export const EVENT_RETRY_MS = 100
/** Delay before a closed websocket is opened again. After `RECONNECTS` attempts, events are polled. */
export const RECONNECT_MS = 2500
export const RECONNECTS = 6
const POLLING_DELAY_MS = 500

/** The part of a websocket that is used. */
export interface EventSocket {
  onopen: (() => void) | null
  onclose: (() => void) | null
  onerror: (() => void) | null
  onmessage: ((message: { data: string }) => void) | null
}

export interface AsyncEventsDeps {
  transport: 'polling' | 'ws'
  pollingDelayMs: number
  fetchEvents(lastId: string | undefined): Promise<AsyncEvent[]>
  fetchResult(url: string): Promise<unknown>
  openSocket(lastId: string | undefined): EventSocket
  cancel(jobId: string): void
  /** The origin of this page: results are only fetched from there. */
  origin: string
  storage: Pick<Storage, 'getItem' | 'setItem'>
  warn(message: string, cause?: unknown): void
}

export interface AsyncEvents {
  /** The result of a job. Aborting cancels the query. @throws ApiError of the query */
  wait(job: AsyncJob, signal?: AbortSignal): Promise<unknown>
}

interface Listener {
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Waits for jobs with the events of this browser's channel. */
export function createAsyncEvents(deps: AsyncEventsDeps): AsyncEvents {
  /** By job: several requests of the page may share a job. */
  const listeners = new Map<string, Set<Listener>>()
  const last = createLastEvent(deps.storage)
  const polls = createPolls({
    delayMs: deps.pollingDelayMs,
    isNeeded: () => listeners.size > 0,
    poll: async () => receive(await deps.fetchEvents(last.id())),
    onFailed: (error) => deps.warn('events could not be read', error),
  })
  let socket: EventSocket | undefined
  let hasReconnect = false
  let reconnects = 0

  function take(event: AsyncEvent, attempt = 1): void {
    const waiting = listeners.get(event.job_id)
    if (waiting) {
      settle(event, waiting)
    } else if (attempt <= EVENT_RETRIES) {
      setTimeout(() => take(event, attempt + 1), EVENT_RETRY_MS * attempt)
    } else {
      deps.warn(`nobody waits for the event of job ${event.job_id}`)
    }
  }

  function settle(event: AsyncEvent, waiting: ReadonlySet<Listener>): void {
    const reject = (error: unknown) => {
      for (const listener of waiting) listener.reject(error)
    }
    switch (event.status) {
      case 'done':
        listeners.delete(event.job_id)
        fetchResult(deps, event.result_url).then((result) => {
          for (const listener of waiting) listener.resolve(result)
        }, reject)
        break
      case 'error':
        listeners.delete(event.job_id)
        reject(errorOf(event))
        break
      default:
        deps.warn(`received event with status ${event.status}`)
    }
  }

  /** Handles events, and returns their number. */
  function receive(events: readonly AsyncEvent[]): number {
    for (const event of events) {
      last.set(event.id)
      take(event)
    }
    return events.length
  }

  function connect(): void {
    const opened = deps.openSocket(last.id())
    socket = opened
    opened.onopen = () => {
      reconnects = 0
    }
    opened.onerror = () => deps.warn('the websocket of events failed')
    opened.onmessage = ({ data }) => void receive([JSON.parse(data) as AsyncEvent])
    opened.onclose = () => {
      if (socket === opened) socket = undefined
      reconnectLater()
    }
  }

  function reconnectLater(): void {
    hasReconnect = true
    setTimeout(() => {
      hasReconnect = false
      reconnects += 1
      if (listeners.size > 0) listen()
    }, RECONNECT_MS)
  }

  /** Opens a websocket, or polls if that is configured or if reconnecting failed too often. */
  function listen(): void {
    if (deps.transport === 'polling' || reconnects > RECONNECTS) {
      polls.start()
    } else if (!socket && !hasReconnect) connect()
  }

  return {
    wait(job, signal) {
      last.read(job.channel_id)
      return new Promise((resolve, reject) => {
        const done = () => signal?.removeEventListener('abort', stop)
        const listener: Listener = {
          resolve(result) {
            done()
            resolve(result)
          },
          reject(error) {
            done()
            reject(error)
          },
        }
        const waiting = listeners.get(job.job_id) ?? new Set()
        const stop = () => {
          waiting.delete(listener)
          // another request of the page may still wait for the job
          if (waiting.size === 0) {
            listeners.delete(job.job_id)
            deps.cancel(job.job_id)
          }
          reject(signal?.reason)
        }
        if (signal?.aborted) return stop()
        signal?.addEventListener('abort', stop, { once: true })
        listeners.set(job.job_id, waiting.add(listener))
        polls.hurry()
        listen()
      })
    },
  }
}

async function fetchResult(deps: AsyncEventsDeps, address: string | null): Promise<unknown> {
  const url = address === null ? undefined : new URL(address, deps.origin)
  if (url?.origin !== deps.origin) throw new ApiError('The address of the result is not on this server.', { status: 0 })
  return deps.fetchResult(url.pathname + url.search)
}

function errorOf({ errors }: Pick<AsyncEvent, 'errors'>): ApiError {
  const all = errors as readonly ErrorItem[]
  const [first] = all
  return new ApiError(first?.message ?? 'Sorry, an unknown error occurred', {
    status: 400,
    code: first?.error_type,
    extra: (first?.extra ?? undefined) as Record<string, unknown> | undefined,
    all,
  })
}

const { conf } = bootstrap.common

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function openSocket(lastId: string | undefined): EventSocket {
  const url = new URL(textOf(conf['GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL']) ?? '/api/v1/async_event/ws', location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  if (lastId !== undefined) url.searchParams.set('last_id', lastId)
  return new WebSocket(url) as EventSocket
}

const delay = conf['GLOBAL_ASYNC_QUERIES_POLLING_DELAY']

const pageEvents = createAsyncEvents({
  transport: conf['GLOBAL_ASYNC_QUERIES_TRANSPORT'] === 'ws' ? 'ws' : 'polling',
  pollingDelayMs: typeof delay === 'number' ? delay : POLLING_DELAY_MS,
  fetchEvents: async (lastId) =>
    (await getJson<AsyncEventsAnswer>('/api/v1/async_event/', { query: { last_id: lastId } })).result,
  fetchResult: (url) => getJson(url),
  openSocket,
  cancel: (jobId) => void deleteJson(`/api/v1/async_event/${jobId}`).catch(() => undefined),
  origin: location.origin,
  storage: localStorage,
  // oxlint-disable-next-line no-console -- as in the contract: these are logged only
  warn: (message, cause) => console.warn(message, cause ?? ''),
})

/** The result of a response with status 202: it arrives with a later event. Any other status is an error. */
export async function resultOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 202) return pageEvents.wait((await response.json()) as AsyncJob, signal)
  const message = `Received unexpected response status (${response.status}) while fetching chart data`
  throw new ApiError(message, { status: response.status })
}

/** The result of a job: a stream of results contains the job in place of a result that is not ready yet. */
export const resultOfJob = (job: AsyncJob, signal: AbortSignal): Promise<unknown> => pageEvents.wait(job, signal)
