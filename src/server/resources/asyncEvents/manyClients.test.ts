import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import type { AsyncEvent, AsyncJob } from '../../../model/query/asyncJob.ts'
import type { EventSocket } from '../../../web/api/asyncEvents.ts'
import { CHANNEL_COOKIE, issueChannelToken } from '../../asyncQueries/channels.ts'
import { births, insertDataset, loadBirths } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

/**
 * Runs the browser's code that reads events against a real server, over connections that break: every result arrives
 * once, or its failure is reported. For the full size, set SEXTANT_ASYNC_CLIENTS=200.
 */
const CLIENTS = Number(process.env['SEXTANT_ASYNC_CLIENTS'] ?? 40)
const SEED = Number(process.env['SEXTANT_ASYNC_SEED'] ?? Date.now() % 2 ** 31)
const PATIENCE = { timeout: 120_000 }

/** Forwards connections to the current server; all of them can be cut at once. */
async function startRelay() {
  const open = new Set<Socket>()
  let target = 0
  const server = createServer((client) => {
    const upstream = connectTcp(target, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port: number) => {
      target = port
    },
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

describe.skipIf(!hasExamples)('many browsers (needs ../shared/examples)', () => {
  const env = { SEXTANT_EXAMPLES: 'false', SEXTANT_FLAGS: 'GLOBAL_ASYNC_QUERIES' }
  const home = mkdtempSync(join(tmpdir(), 'sextant-browsers-'))
  let server: TestApp
  let relay: Awaited<ReturnType<typeof startRelay>>
  let datasetId: number
  let bearer: string
  const sockets = new Set<WebSocket>()

  async function start(isFurtherNode: boolean) {
    server = await startApp({ ...env, SEXTANT_HOME: home }, { isFurtherNode })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    relay.leadTo((server.app.server.address() as AddressInfo).port)
  }

  beforeAll(async () => {
    // what the code expects of a page
    vi.stubGlobal('document', { querySelector: () => null })
    vi.stubGlobal('location', { origin: 'http://relay.example', href: 'http://relay.example/' })
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
    relay = await startRelay()
    await start(false)
    const { databaseId } = await loadBirths(server.services)
    // queries take long enough that many are still running when the server is stopped
    const sql = 'select b.* from birth_names b cross join range(3) r'
    const virtual = { ...births(), table_name: 'slow', uuid: randomUUID(), sql }
    datasetId = await insertDataset(server.services, databaseId, virtual)
    bearer = await server.token('admin')
  })
  afterEach(() => {
    for (const socket of sockets) socket.terminate()
  })
  afterAll(async () => {
    await server?.close()
    await relay?.close()
    rmSync(home, { recursive: true, force: true })
    vi.unstubAllGlobals()
  })

  /** A request of one browser, each on a separate connection. */
  function send(cookie: string, method: string, path: string, body?: object): Promise<{ status: number; json: never }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${bearer}`, cookie, 'content-type': 'application/json' }
      const request = requestHttp({ port: relay.port, host: '127.0.0.1', path, method, headers, agent: false })
      request.on('error', reject)
      request.on('response', async (response) => {
        try {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk as Buffer)
          resolve({ status: response.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) as never })
        } catch (error) {
          reject(error as Error)
        }
      })
      request.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  it(`receive each result once, or an error in its place: ${CLIENTS} clients (seed ${SEED})`, async () => {
    const { createAsyncEvents } = await import('../../../web/api/asyncEvents.ts')
    const key = server.services.keys.for('asyncEvents')
    let dice = 0
    const rolls = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed: SEED, numRuns: 5000 })
    const roll = () => rolls[dice++ % rolls.length] ?? 0
    /** The events with some of them repeated, in random order. */
    const spoiled = (events: readonly AsyncEvent[]): AsyncEvent[] =>
      [...events, ...events.filter(() => roll() < 0.5)].sort(() => roll() - 0.5)
    const fetched = new Map<string, number>()
    const outcomes = { arrived: 0, told: 0, refused: 0 }

    async function browser(at: number) {
      const token = await issueChannelToken(key, { channel: randomUUID(), sub: '1' })
      const cookie = `${CHANNEL_COOKIE}=${token}`
      const taken: AsyncEvent[] = []
      const events = createAsyncEvents({
        transport: at % 2 === 0 ? 'ws' : 'polling',
        pollingDelayMs: 300,
        async fetchEvents(lastId) {
          const { status, json } = await send(
            cookie,
            'GET',
            `/api/v1/async_event/${lastId ? `?last_id=${lastId}` : ''}`,
          )
          if (status !== 200) throw new Error(`status ${status}`)
          const { result } = json as { result: AsyncEvent[] }
          taken.push(...result)
          // sometimes all earlier events are repeated
          return spoiled(roll() < 0.3 ? taken : result)
        },
        async fetchResult(url) {
          fetched.set(`${at} ${url}`, (fetched.get(`${at} ${url}`) ?? 0) + 1)
          const { status, json } = await send(cookie, 'GET', url)
          if (status !== 200) throw new Error(`status ${status}`)
          return json
        },
        openSocket(lastId) {
          const query = lastId ? `?last_id=${lastId}` : ''
          const headers = { authorization: `Bearer ${bearer}`, cookie }
          const socket = new WebSocket(`ws://127.0.0.1:${relay.port}/api/v1/async_event/ws${query}`, { headers })
          sockets.add(socket)
          const adapter: EventSocket = { onopen: null, onclose: null, onerror: null, onmessage: null }
          socket.on('open', () => adapter.onopen?.())
          socket.on('error', () => adapter.onerror?.())
          socket.on('close', () => {
            sockets.delete(socket)
            adapter.onclose?.()
          })
          socket.on('message', (data) => {
            taken.push(JSON.parse(String(data)) as AsyncEvent)
            for (const event of spoiled(roll() < 0.3 ? taken : taken.slice(-1)))
              adapter.onmessage?.({ data: JSON.stringify(event) })
          })
          return adapter
        },
        cancel: () => undefined,
        origin: 'http://relay.example',
        storage: { getItem: () => null, setItem: () => undefined },
        warn: () => undefined,
      })

      /** One query, whose result names the browser. */
      return async function ask(round: number): Promise<void> {
        const mark = `${round}.${at}`
        const columns = ['gender', { label: mark, sqlExpression: `'${mark}'`, expressionType: 'SQL' }]
        const body = {
          datasource: { id: datasetId, type: 'table' },
          queries: [{ columns, metrics: ['sum__num'], row_limit: 10 }],
        }
        let job: AsyncJob
        try {
          const { status, json } = await send(cookie, 'POST', '/api/v1/chart/data', body)
          if (status !== 202) throw new Error(`status ${status}`)
          job = json
        } catch {
          outcomes.refused++
          return
        }
        try {
          const { result } = (await events.wait(job)) as { result: { data: Record<string, unknown>[] }[] }
          const data = result[0]?.data ?? []
          expect(data.length).toBeGreaterThan(0)
          for (const row of data) expect(row[mark]).toBe(mark)
          outcomes.arrived++
        } catch (error) {
          if (!(error instanceof Error) || error.name === 'AssertionError') throw error
          outcomes.told++
        }
      }
    }
    const browsers = await Promise.all(Array.from({ length: CLIENTS }, (_, at) => browser(at)))
    const settled = () => outcomes.arrived + outcomes.told + outcomes.refused

    // connections are cut while results arrive
    const first = browsers.map((ask) => ask(1))
    await vi.waitFor(() => expect(outcomes.arrived).toBeGreaterThan(CLIENTS / 4), PATIENCE)
    relay.cut()
    await Promise.all(first)
    expect(settled()).toBe(CLIENTS)
    expect(outcomes.arrived).toBeGreaterThan(CLIENTS / 4)

    // the server is restarted while queries run
    const second = browsers.map((ask) => ask(2))
    await vi.waitFor(() => expect(settled()).toBeGreaterThan(CLIENTS * 1.1), PATIENCE)
    await server.close()
    relay.cut()
    await start(true)
    await Promise.all(second)
    expect(settled()).toBe(2 * CLIENTS)

    // afterwards everything works as before
    const before = outcomes.arrived
    await Promise.all(browsers.map((ask) => ask(3)))
    expect(outcomes.arrived).toBe(before + CLIENTS)
    expect([...fetched.values()].every((count) => count === 1)).toBe(true)
    if (process.env['SEXTANT_ASYNC_CLIENTS']) process.stdout.write(`${JSON.stringify(outcomes)}\n`)
  }, 600_000)
})
