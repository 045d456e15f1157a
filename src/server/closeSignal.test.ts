import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSignal } from './closeSignal.ts'

describe('the signal for a disconnected client', () => {
  let app: FastifyInstance
  let port: number
  /** Called by the handler before it requests the signal. */
  let before: () => Promise<unknown>
  let asked: PromiseWithResolvers<void>
  let signalled: PromiseWithResolvers<AbortSignal>

  beforeEach(async () => {
    asked = Promise.withResolvers()
    signalled = Promise.withResolvers()
    app = Fastify()
    app.get('/', async (_, reply) => {
      asked.resolve()
      await before()
      const signal = closeSignal(reply)
      signalled.resolve(signal)
      return { isAborted: signal.aborted }
    })
    app.get('/never', (_, reply) => {
      signalled.resolve(closeSignal(reply))
      asked.resolve()
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as { port: number }).port
  })
  afterEach(() => app.close())

  function ask(path: string) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }

  it('is not aborted while the client waits, nor after the response', async () => {
    before = async () => undefined
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({ isAborted: false })
    expect((await signalled.promise).aborted).toBe(false)
  })

  it('is the same for repeated calls', () => {
    const reply = { raw: new ServerResponse(new IncomingMessage(new Socket())) } as FastifyReply
    expect(closeSignal(reply)).toBe(closeSignal(reply))
    expect(reply.raw.listenerCount('close')).toBe(1)
  })

  it('is aborted when the client disconnects', async () => {
    const socket = ask('/never')
    await asked.promise
    socket.destroy()
    const signal = await signalled.promise
    if (!signal.aborted) await once(signal, 'abort')
    expect(signal.aborted).toBe(true)
  })

  it('is aborted if the client disconnected before the signal was requested', async () => {
    const left = new Promise((done) => app.server.once('connection', (socket) => socket.once('close', done)))
    before = async () => {
      socket.destroy()
      await left
    }
    const socket = ask('/')
    expect((await signalled.promise).aborted).toBe(true)
  })
})
