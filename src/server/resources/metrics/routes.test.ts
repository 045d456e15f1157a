import { type AddressInfo, createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueue } from '../../jobs/jobs.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

const token = 'a-token-of-enough-length'

describe('/metrics', () => {
  let open: TestApp
  let guarded: TestApp
  beforeAll(async () => {
    open = await startApp({ SEXTANT_EXAMPLES: 'false' })
    guarded = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_METRICS_TOKEN: token })
  })
  afterAll(async () => {
    await open?.close()
    await guarded?.close()
  })

  const valueOf = (body: string, sample: string): number | undefined => {
    const line = body.split('\n').find((each) => each.startsWith(`sextant_${sample} `))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }

  it('reports requests, queries, cache, jobs, children and memory to programs of this machine', async () => {
    const { db, now } = open.services
    for (const key of ['a', 'b']) {
      await enqueue(db, { kind: 'report', subjectId: 1, key, dueOn: now() - 90_000 }, now())
    }
    await open.services.cache.wrap('key', { ttlMs: 1000 }, async () => ({
      body: Buffer.from('x'),
      rowcount: 0,
      computedOn: now(),
    }))
    await open.app.inject('/health')
    await open.app.inject('/metrics')
    const { statusCode, headers, body } = await open.app.inject('/metrics')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(valueOf(body, 'http_requests_total{method="GET",status="200"}')).toBeGreaterThanOrEqual(2)
    expect(valueOf(body, 'http_request_seconds_count')).toBeGreaterThanOrEqual(2)
    expect(valueOf(body, 'queries_running')).toBe(0)
    expect(valueOf(body, 'queries_waiting')).toBe(0)
    expect(valueOf(body, 'async_queries')).toBe(0)
    expect(valueOf(body, 'cache_reads_total{result="miss"}')).toBe(1)
    expect(valueOf(body, 'jobs{kind="report",state="waiting"}')).toBe(2)
    expect(valueOf(body, 'jobs_late_seconds{kind="report"}')).toBeGreaterThanOrEqual(90)
    expect(valueOf(body, 'memory_bytes{kind="resident"}')).toBeGreaterThan(1e7)
    expect(valueOf(body, 'event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
    // every line is a comment or a sample
    const lines = body.trimEnd().split('\n')
    expect(lines.filter((line) => !/^(# (HELP|TYPE) sextant_|sextant_\w+(\{[^}]*\})? [0-9.e+-]+$)/.test(line))).toEqual(
      [],
    )
  })

  it('counts the queries of the engine, and its children', async () => {
    const { engine, tables } = open.services
    const connection = (await tables.likelyConnection()) ?? {
      dialect: 'duckdb' as const,
      databaseId: 1,
      tables: {},
      dataVersion: 'none',
    }
    const job = {
      connection,
      sql: 'SELECT 1 AS a',
      output: [{ name: 'a', label: 'a' }] as never,
      offsetHours: 0,
      postProcessing: [],
      encoding: 'rows' as const,
      limits: { timeoutMs: 10_000, maxRows: 10, maxBytes: 1000 },
    }
    await engine.run(job)
    await engine.run({ ...job, sql: 'SELECT no_such_column' }).catch(() => undefined)
    const { body } = await open.app.inject('/metrics')
    expect(valueOf(body, 'queries_total{outcome="succeeded"}')).toBe(1)
    expect(valueOf(body, 'queries_total{outcome="failed"}')).toBe(1)
    expect(valueOf(body, 'engine_children{group="embedded"}')).toBeGreaterThanOrEqual(1)
  })

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['via', '1.1 proxy'],
  ])('does not exist for requests that a proxy forwards (%s)', async (name, value) => {
    expect((await open.app.inject({ url: '/metrics', headers: { [name]: value } })).statusCode).toBe(404)
  })

  it('does not exist for other machines', async () => {
    expect((await open.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404)
    expect((await open.app.inject({ url: '/metrics', remoteAddress: '::ffff:127.0.0.1' })).statusCode).toBe(200)
    expect((await open.app.inject({ url: '/metrics', remoteAddress: '::1' })).statusCode).toBe(200)
    // a proxy on this machine that adds no header
    expect((await open.app.inject({ url: '/metrics', headers: { host: 'charts.example.com' } })).statusCode).toBe(404)
    expect((await open.app.inject({ url: '/metrics', headers: { host: '127.0.0.1:8088' } })).statusCode).toBe(200)
    expect((await open.app.inject({ url: '/metrics', headers: { host: '[::1]:8088' } })).statusCode).toBe(200)
  })

  it.each([
    [{ SEXTANT_BASE_URL: 'https://charts.example.org' }, 404],
    [{ SEXTANT_TRUST_PROXY: '127.0.0.1' }, 404],
    [{ SEXTANT_BASE_URL: 'http://localhost:8088' }, 200],
  ])('without a token, and with %j, a program of this machine gets %i', async (settings, status) => {
    const server = await startApp({ SEXTANT_EXAMPLES: 'false', ...settings })
    try {
      // like a request of a proxy that passes on nothing about its client
      const headers = { host: '127.0.0.1:8088' }
      expect((await server.app.inject({ url: '/metrics', headers })).statusCode).toBe(status)
    } finally {
      await server.close()
    }
  })

  it('does not exist for HTTP 1.0, which proxies use', async () => {
    await open.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = open.app.server.address() as AddressInfo
    const answerTo = async (version: string) => {
      const client = createConnection({ port, host: '127.0.0.1' })
      client.write(`GET /metrics HTTP/${version}\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`)
      return (await client.toArray()).join('').split('\r\n', 1)[0]
    }
    expect([await answerTo('1.0'), await answerTo('1.1')]).toEqual(['HTTP/1.1 404 Not Found', 'HTTP/1.1 200 OK'])
  })

  it.each([
    ['no token', {}, 401],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['another scheme', { authorization: `Basic ${token}` }, 401],
    ['the token', { authorization: `Bearer ${token}` }, 200],
  ])('with a configured token, from anywhere, %s', async (_, headers, status) => {
    const answer = await guarded.app.inject({ url: '/metrics', headers, remoteAddress: '203.0.113.9' })
    expect(answer.statusCode).toBe(status)
  })
})
