import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { sendError } from './errors.ts'
import type { App } from './resource.ts'

let app: App
let lines: string[]

afterEach(() => app.close())

/** A server whose only response is a stream controlled by the test; its log is collected as `level message`. */
async function start(body: PassThrough): Promise<number> {
  lines = []
  const write = (level: string) => (about: unknown, message?: string) =>
    void lines.push(`${level} ${typeof about === 'string' ? about : message}`)
  const logger = Object.fromEntries(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace'].map((level) => [level, write(level)]),
  ) as unknown as FastifyBaseLogger
  Object.assign(logger, { level: 'trace', child: () => logger })
  app = Fastify({ loggerInstance: logger }) as unknown as App
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.post('/slow', (_, reply) => reply.send(body))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as { port: number }).port
}

const loud = () => lines.filter((line) => /^(warn|error|fatal) /.test(line))

it('does not log a client that disconnects before the response', async () => {
  const body = new PassThrough()
  const socket = connect(await start(body), '127.0.0.1')
  socket.on('error', () => undefined)
  // if the body was read completely, the request itself does not count as aborted
  socket.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
  await vi.waitFor(() => expect(body.listenerCount('close')).toBeGreaterThan(0))
  socket.destroy()
  await vi.waitFor(() => expect(lines).toContain('debug the client disconnected while the response was sent'))
  expect(loud()).toEqual([])
})

it('logs a response that fails while the client is connected', async () => {
  const body = new PassThrough()
  const answer = start(body).then((port) => fetch(`http://127.0.0.1:${port}/slow`, { method: 'POST' }))
  await vi.waitFor(() => expect(body.listenerCount('close')).toBeGreaterThan(0))
  body.destroy()
  expect((await answer).status).toBe(500)
  expect(loud()).toEqual(['error unexpected error'])
})
