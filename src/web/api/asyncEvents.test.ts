// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AsyncEvent, AsyncJob } from '../../model/query/asyncJob.ts'
import {
  type AsyncEventsDeps,
  createAsyncEvents,
  EVENT_RETRIES,
  EVENT_RETRY_MS,
  type EventSocket,
  RECONNECT_MS,
  RECONNECTS,
  resultOf,
} from './asyncEvents.ts'
import { LAST_EVENT_KEY } from './lastEvent.ts'
import { QUICK_POLLS, SLOWEST_POLLING_MS } from './polls.ts'

const job = (job_id: string, channel_id = 'c'): AsyncJob => ({
  channel_id,
  job_id,
  user_id: 1,
  status: 'pending',
  errors: [],
  result_url: null,
})
const done = (job_id: string, id: string, result_url: string | null = `/r/${job_id}`): AsyncEvent => ({
  ...job(job_id),
  id,
  status: 'done',
  result_url,
})
const failed = (job_id: string, id: string): AsyncEvent => ({
  ...job(job_id),
  id,
  status: 'error',
  errors: [{ message: 'Error: no such column', error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', extra: { a: 1 } }],
})

/** A channel with events, storage and sockets that the test controls. */
function channelOf(options: Partial<AsyncEventsDeps> = {}, stored?: string) {
  const storage = new Map<string, string>(stored === undefined ? [] : [[LAST_EVENT_KEY, stored]])
  const sockets: (EventSocket & { lastId: string | undefined })[] = []
  const pending: AsyncEvent[][] = []
  const asked: (string | undefined)[] = []
  const warnings: string[] = []
  const cancelled: string[] = []
  const events = createAsyncEvents({
    transport: 'polling',
    pollingDelayMs: 500,
    fetchEvents: async (lastId) => {
      asked.push(lastId)
      return pending.shift() ?? []
    },
    fetchResult: async (url) => ({ from: url }),
    openSocket(lastId) {
      const socket = { lastId, onopen: null, onclose: null, onerror: null, onmessage: null }
      sockets.push(socket)
      return socket
    },
    cancel: (id) => cancelled.push(id),
    origin: 'https://here.example',
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
    warn: (message) => warnings.push(message),
    ...options,
  })
  const send = (event: AsyncEvent) => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(event) })
  return { events, storage, sockets, pending, asked, warnings, cancelled, send }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('has the delays of the contract', () => {
  expect([EVENT_RETRY_MS, EVENT_RETRIES, RECONNECT_MS, RECONNECTS]).toEqual([100, 6, 2500, 6])
})

describe('async events by polling', () => {
  it('polls every 500 ms while a request waits, and fetches the result of a job that is done', async () => {
    const { events, pending, asked } = channelOf()
    pending.push([], [], [done('a', '5-0')])
    const result = events.wait(job('a'))
    await vi.advanceTimersByTimeAsync(499)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(500)
    await expect(result).resolves.toEqual({ from: '/r/a' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked).toHaveLength(3)
  })

  it('polls less often while no event comes, up to every 5 s, and quickly again for a new query', async () => {
    const { events, pending, asked } = channelOf()
    const slow = events.wait(job('slow'))
    await vi.advanceTimersByTimeAsync(QUICK_POLLS * 500 - 1)
    expect(asked).toHaveLength(QUICK_POLLS)
    await vi.advanceTimersByTimeAsync(120_000)
    const before = asked.length
    expect(before).toBeLessThan(QUICK_POLLS + 120_000 / 500 / 5)
    await vi.advanceTimersByTimeAsync(10 * SLOWEST_POLLING_MS)
    expect(asked.length - before).toBe(10)
    pending.push([done('new', '1-0')])
    const quick = events.wait(job('new'))
    await vi.advanceTimersByTimeAsync(500)
    expect(await quick).toEqual({ from: '/r/new' })
    pending.push([done('slow', '2-0')])
    await vi.advanceTimersByTimeAsync(500)
    expect(await slow).toEqual({ from: '/r/slow' })
  })

  it('rejects with the parsed error of an event', async () => {
    const { events, pending } = channelOf()
    pending.push([failed('a', '1-0')])
    const result = events.wait(job('a')).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    expect(await result).toMatchObject({
      message: 'Error: no such column',
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      extra: { a: 1 },
    })
  })

  it('rejects with the error of the result', async () => {
    const { events, pending } = channelOf({ fetchResult: () => Promise.reject(new Error('403')) })
    pending.push([done('a', '1-0')])
    const result = events.wait(job('a')).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    expect(await result).toMatchObject({ message: '403' })
  })

  it.each(['running', 'pending'] as const)('logs the status %s and keeps waiting', async (status) => {
    const { events, pending, warnings } = channelOf()
    pending.push([{ ...done('a', '1-0'), status }], [done('a', '2-0')])
    const result = events.wait(job('a'))
    await vi.advanceTimersByTimeAsync(500)
    expect(await result).toEqual({ from: '/r/a' })
    expect(warnings).toEqual([`received event with status ${status}`])
  })

  it('only warns when polling fails, and continues', async () => {
    let calls = 0
    const { events, warnings } = channelOf({
      fetchEvents: async () => {
        calls += 1
        if (calls < 4) throw new Error('no network')
        return [done('a', '1-0')]
      },
    })
    const result = events.wait(job('a'))
    await vi.advanceTimersByTimeAsync(1500)
    await expect(result).resolves.toEqual({ from: '/r/a' })
    expect(warnings).toEqual(Array(3).fill('events could not be read'))
  })

  it.each(['https://elsewhere.example/r', '//elsewhere.example/r', 'javascript:alert(1)', null])(
    'does not fetch a result from %s',
    async (url) => {
      const fetchResult = vi.fn(async () => 'secret')
      const { events, pending } = channelOf({ fetchResult })
      pending.push([done('a', '1-0', url)])
      const result = events.wait(job('a')).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(0)
      expect(await result).toMatchObject({ message: 'The address of the result is not on this server.' })
      expect(fetchResult).not.toHaveBeenCalled()
    },
  )

  it('stores the id of the last event locally, and requests only later ones', async () => {
    const { events, pending, asked, storage } = channelOf({}, 'c 7-1')
    pending.push([done('old', '8-0'), done('a', '9-2')])
    await vi.advanceTimersByTimeAsync(0)
    const first = events.wait(job('a'))
    await vi.advanceTimersByTimeAsync(0)
    await first
    expect(asked).toEqual(['7-1'])
    expect(storage.get(LAST_EVENT_KEY)).toBe('c 9-2')
    pending.push([done('b', '10-0')])
    const second = events.wait(job('b'))
    await vi.advanceTimersByTimeAsync(500)
    await second
    expect(asked.at(-1)).toBe('9-2')
  })

  it('never returns to an earlier id, and starts again in another channel', async () => {
    const { events, pending, asked, storage } = channelOf()
    pending.push([done('a', '9-2'), done('b', '9-1'), done('b', '3-0')])
    await Promise.all([events.wait(job('a')), events.wait(job('b')), vi.advanceTimersByTimeAsync(0)])
    expect(storage.get(LAST_EVENT_KEY)).toBe('c 9-2')
    await vi.advanceTimersByTimeAsync(500)
    pending.push([done('d', '4-0')])
    await Promise.all([events.wait(job('d', 'other')), vi.advanceTimersByTimeAsync(0)])
    expect(asked.at(-1)).toBeUndefined()
    expect(storage.get(LAST_EVENT_KEY)).toBe('other 4-0')
  })

  it('works without storage', async () => {
    const broken = () => {
      throw new Error('disabled')
    }
    const { events, pending } = channelOf({ storage: { getItem: broken, setItem: broken } })
    pending.push([done('a', '1-0')])
    const result = events.wait(job('a'))
    await vi.advanceTimersByTimeAsync(0)
    await expect(result).resolves.toEqual({ from: '/r/a' })
  })

  it(`retries an event without a listener after ${EVENT_RETRY_MS} ms times the attempt, up to ${EVENT_RETRIES} times`, async () => {
    const { events, pending, warnings } = channelOf()
    pending.push([done('late', '1-0'), done('never', '2-0')])
    // events are read only while a request waits
    const other = events.wait(job('other')).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    // 100 + 200 + 300 + 400 + 500 have passed; the sixth attempt is 600 ms later
    await vi.advanceTimersByTimeAsync(1500 + 599)
    expect(warnings).toEqual([])
    const late = events.wait(job('late'))
    await vi.advanceTimersByTimeAsync(1)
    await expect(late).resolves.toEqual({ from: '/r/late' })
    expect(warnings).toEqual(['nobody waits for the event of job never'])
    void other
  })

  it('settles a job once, regardless of how often and in which order its events arrive', async () => {
    const fetchResult = vi.fn(async () => 'rows')
    const { events, pending } = channelOf({ fetchResult })
    pending.push([done('b', '2-0'), done('a', '1-0'), done('a', '1-0')], [done('a', '1-0'), failed('a', '3-0')])
    const both = Promise.all([events.wait(job('a')), events.wait(job('b'))])
    await vi.advanceTimersByTimeAsync(3000)
    expect(await both).toEqual(['rows', 'rows'])
    expect(fetchResult).toHaveBeenCalledTimes(2)
  })

  it('gives one result to two requests that share a job', async () => {
    const { events, pending } = channelOf()
    const both = Promise.all([events.wait(job('a')), events.wait(job('a'))])
    pending.push([done('a', '1-0')])
    await vi.advanceTimersByTimeAsync(500)
    expect(await both).toEqual([{ from: '/r/a' }, { from: '/r/a' }])
  })

  it('continues with a job while one of its requests still waits', async () => {
    const { events, pending, cancelled } = channelOf()
    const stop = new AbortController()
    const first = events.wait(job('a'), stop.signal).catch((error: unknown) => error)
    const second = events.wait(job('a'))
    await vi.advanceTimersByTimeAsync(0)
    stop.abort()
    expect(await first).toMatchObject({ name: 'AbortError' })
    expect(cancelled).toEqual([])
    pending.push([done('a', '1-0')])
    await vi.advanceTimersByTimeAsync(500)
    expect(await second).toEqual({ from: '/r/a' })
  })

  it('cancels the query when its request is aborted', async () => {
    const { events, cancelled, asked } = channelOf()
    const stop = new AbortController()
    const result = events.wait(job('a'), stop.signal).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    stop.abort()
    expect(await result).toMatchObject({ name: 'AbortError' })
    expect(cancelled).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(3000)
    expect(asked).toHaveLength(1)
  })
})

describe('async events by websocket', () => {
  const byWebsocket = () => channelOf({ transport: 'ws' })

  it('connects with the last id, and takes an event from each message', async () => {
    const { events, sockets, send, asked } = channelOf({ transport: 'ws' }, 'c 6-0')
    const result = events.wait(job('a'))
    expect(sockets.map(({ lastId }) => lastId)).toEqual(['6-0'])
    send(done('a', '7-0'))
    await expect(result).resolves.toEqual({ from: '/r/a' })
    expect(asked).toEqual([])
  })

  it(`connects again ${RECONNECT_MS} ms after it was closed, ${RECONNECTS} times, and then polls`, async () => {
    const { events, sockets, pending, asked } = byWebsocket()
    pending.push([done('a', '1-0')])
    const result = events.wait(job('a'))
    for (let attempt = 1; attempt <= RECONNECTS; attempt++) {
      sockets.at(-1)?.onclose?.()
      await vi.advanceTimersByTimeAsync(RECONNECT_MS - 1)
      expect(sockets).toHaveLength(attempt)
      await vi.advanceTimersByTimeAsync(1)
      expect(sockets).toHaveLength(attempt + 1)
    }
    expect(asked).toEqual([])
    sockets.at(-1)?.onclose?.()
    await vi.advanceTimersByTimeAsync(RECONNECT_MS)
    expect(sockets).toHaveLength(RECONNECTS + 1)
    expect(asked).toHaveLength(1)
    await expect(result).resolves.toEqual({ from: '/r/a' })
  })

  it('resets the number of attempts after a connection was open', async () => {
    const { events, sockets, asked, send } = byWebsocket()
    const result = events.wait(job('a'))
    for (let attempt = 0; attempt < RECONNECTS * 3; attempt++) {
      sockets.at(-1)?.onopen?.()
      sockets.at(-1)?.onclose?.()
      await vi.advanceTimersByTimeAsync(RECONNECT_MS)
    }
    expect(asked).toEqual([])
    send(done('a', '1-0'))
    await expect(result).resolves.toEqual({ from: '/r/a' })
  })

  it('does not reconnect while nothing waits', async () => {
    const { events, sockets, send } = byWebsocket()
    const first = events.wait(job('a'))
    send(done('a', '1-0'))
    await first
    sockets[0]?.onclose?.()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
    const second = events.wait(job('b'))
    expect(sockets[1]?.lastId).toBe('1-0')
    send(done('b', '2-0'))
    await expect(second).resolves.toEqual({ from: '/r/b' })
  })
})

it('reports a response that is neither a result nor a job', async () => {
  await expect(resultOf(new Response(null, { status: 204 }), undefined)).rejects.toThrow(
    'Received unexpected response status (204) while fetching chart data',
  )
})

it('polls every 500 ms for the result of a response with a job, if nothing else is configured', async () => {
  const answers = [[], [done('a', '1-0', '/api/v1/chart/data/key')]]
  const calls: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, location.origin)
    calls.push(pathname)
    return Response.json(pathname === '/api/v1/async_event/' ? { result: answers.shift() ?? [] } : { rows: 1 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const result = resultOf(Response.json(job('a'), { status: 202 }), undefined)
  await vi.advanceTimersByTimeAsync(499)
  expect(calls).toEqual(['/api/v1/async_event/'])
  await vi.advanceTimersByTimeAsync(1)
  await expect(result).resolves.toEqual({ rows: 1 })
  expect(calls).toEqual(['/api/v1/async_event/', '/api/v1/async_event/', '/api/v1/chart/data/key'])
})

describe('the websocket of the page', () => {
  /** The addresses of websockets that a page with these settings opens to wait for a job. */
  async function socketsOf(conf: Record<string, unknown>, lastEvent?: string): Promise<string[]> {
    const opened: string[] = []
    vi.stubGlobal(
      'WebSocket',
      class {
        constructor(url: URL) {
          opened.push(url.href)
        }
      },
    )
    vi.resetModules()
    // the page of an earlier test may have stored its last event
    localStorage.clear()
    document.body.innerHTML = '<div id="app"></div>'
    const app = document.querySelector<HTMLElement>('#app')
    if (app) app.dataset['bootstrap'] = JSON.stringify({ common: { conf } })
    if (lastEvent !== undefined) localStorage.setItem(LAST_EVENT_KEY, `c ${lastEvent}`)
    onTestFinished(() => {
      vi.unstubAllGlobals()
      vi.resetModules()
      document.body.innerHTML = ''
      localStorage.clear()
    })
    const fresh = await import('./asyncEvents.ts')
    void fresh.resultOf(Response.json(job('a'), { status: 202 }), undefined)
    await vi.advanceTimersByTimeAsync(0)
    return opened
  }

  const own = location.origin.replace('http', 'ws')

  it.each([
    ['the configured address', 'wss://events.example.org/channel', 'wss://events.example.org/channel'],
    ['the configured address, which may be one of http', 'https://e.example/x?y=1', 'wss://e.example/x?y=1'],
    ['a path on this server', '/events', `${own}/events`],
    ['the address of this server, if none is configured', '', `${own}/api/v1/async_event/ws`],
    ['the address of this server, if none is known', undefined, `${own}/api/v1/async_event/ws`],
  ])('is opened at %s', async (_name, address, expected) => {
    const conf = { GLOBAL_ASYNC_QUERIES_TRANSPORT: 'ws', GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: address }
    expect(await socketsOf(conf)).toEqual([expected])
  })

  it('asks for the events after the last one that this browser received, beside the query of the address', async () => {
    const address = 'https://events.example.org/channel?tenant=3'
    const conf = { GLOBAL_ASYNC_QUERIES_TRANSPORT: 'ws', GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: address }
    expect(await socketsOf(conf, '5-1')).toEqual(['wss://events.example.org/channel?tenant=3&last_id=5-1'])
  })

  it('is not opened for events by polling', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ result: [] }))
    const conf = { GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: 'wss://events.example.org/channel' }
    expect(await socketsOf(conf, '5-1')).toEqual([])
  })
})
