import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { enqueue } from '../jobs/jobs.ts'
import { createWorker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { tracedKinds } from './traces.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; boolValue?: boolean }
}
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: Attribute[]
}
interface Sent {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

/** A collector of traces on loopback. */
let collector: Server
let server: TestApp | undefined
const sent: Sent[] = []

async function startCollector(status = 200): Promise<string> {
  sent.length = 0
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      sent.push(body as Sent)
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
}
afterEach(async () => {
  await server?.close()
  collector?.close()
})

const spans = () =>
  sent
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
const factsOf = (span: SentSpan | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  )

it('sends requests with their queries, in the trace of the caller, and nothing that users typed', async () => {
  server = await startApp({ SEXTANT_TRACES_URL: await startCollector() })
  const headers = {
    authorization: `Bearer ${await server.token('admin')}`,
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  }
  const { services, app } = server
  await app.inject({ url: '/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:canary)))', headers })
  await app.inject({ url: '/api/v1/chart/999999', headers })
  await services.traces.close()
  const [list, missing] = ['GET /api/v1/chart/', 'GET /api/v1/chart/:id'].map((name) =>
    spans().find((span) => span.name === name),
  )
  expect([list?.traceId, list?.parentSpanId]).toEqual(['a'.repeat(32), 'b'.repeat(16)])
  expect(factsOf(list)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/chart/',
    'http.response.status_code': 200,
  })
  expect(factsOf(missing)['http.response.status_code']).toBe(404)
  expect(JSON.stringify(sent)).not.toContain('canary')
  expect(sent[0]?.resourceSpans[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'sextant' },
  })
})

it('queries and failed jobs are spans of what they run in', async () => {
  server = await startApp({ SEXTANT_TRACES_URL: await startCollector() })
  const { db, now, traces, log } = server.services
  await traces.span('outer', {}, async () => traces.ended('query', { 'sextant.outcome': 'failed' }, 1.5))
  const kind = {
    name: 'fails',
    attempts: 1,
    waitMs: () => 0,
    run: async () => {
      throw new Error('canary')
    },
  }
  const kinds = tracedKinds([kind], traces)
  await enqueue(db, { kind: 'fails', subjectId: 1, key: 'a', dueOn: now() }, now())
  await createWorker({ db, kinds, now, log, holder: 'test' }).runDue()
  await traces.close()
  const [query, outer, job] = ['query', 'outer', 'job fails'].map((name) => spans().find((span) => span.name === name))
  expect(query?.parentSpanId).toBe(outer?.spanId)
  expect([query?.status.code, outer?.status.code ?? 0, job?.status.code]).toEqual([2, 0, 2])
  expect(factsOf(job)).toMatchObject({ 'sextant.job.attempt': 1, 'error.type': 'Error' })
  expect(JSON.stringify(sent)).not.toContain('canary')
})

it('a collector that rejects traces delays nothing', async () => {
  server = await startApp({ SEXTANT_TRACES_URL: await startCollector(400) })
  expect((await server.app.inject('/health')).statusCode).toBe(200)
  await server.services.traces.close()
  expect(sent.length).toBeGreaterThan(0)
})

it('sends no trace at a share of 0', async () => {
  server = await startApp({ SEXTANT_TRACES_URL: await startCollector(), SEXTANT_TRACES_SHARE: '0' })
  await server.app.inject('/health')
  await server.services.traces.close()
  expect(sent).toEqual([])
})
