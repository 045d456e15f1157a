import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenAnswered } from './whenAnswered.ts'

describe('the end of a response', () => {
  let app: FastifyInstance
  let port: number
  let open: number
  let handled: number
  /** What handlers wait for before and after they call `whenAnswered`. */
  let before: Promise<unknown>
  let after: Promise<unknown>

  beforeEach(async () => {
    ;[open, handled] = [0, 0]
    before = after = Promise.resolve()
    app = Fastify()
    app.get('/', async (_, reply) => {
      handled += 1
      await before
      open += 1
      whenAnswered(reply, () => {
        open -= 1
      })
      await after
      return 'done'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as { port: number }).port
  })
  afterEach(() => app.close())

  async function ask(times = 1) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times))
    await vi.waitFor(() => expect(handled).toBe(times))
    return socket
  }

  it('is noticed once, after it was sent, also on a connection that stays open', async () => {
    const socket = await ask(3)
    await vi.waitFor(() => expect(open).toBe(0))
    socket.destroy()
    await once(socket, 'close')
    expect(open).toBe(0)
  })

  it('is noticed for a client that left before', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    before = promise
    const closed = new Promise((done) => app.server.once('connection', (own) => own.once('close', done)))
    const socket = await ask()
    socket.destroy()
    await closed
    resolve()
    await new Promise(setImmediate)
    await vi.waitFor(() => expect(open).toBe(0))
  })

  it('is noticed for requests that wait for others on a connection that is closed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    after = promise
    const socket = await ask(20)
    await vi.waitFor(() => expect(open).toBe(20))
    socket.destroy()
    await vi.waitFor(() => expect(open).toBe(0))
    resolve()
  })
})
