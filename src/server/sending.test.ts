import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendError } from './errors.ts'
import type { App } from './resource.ts'
import { limitSending } from './sending.ts'

const MB = 1024 * 1024
/** More than the system buffers for a client that reads nothing. */
const BIG = 30 * MB

let app: App
let port: number
const sockets: Socket[] = []

async function start(limits: Parameters<typeof limitSending>[1]): Promise<void> {
  app = Fastify({ trustProxy: true }) as unknown as App
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  limitSending(app, limits)
  app.get('/big', (_, reply) => reply.type('application/octet-stream').send(Buffer.alloc(BIG)))
  app.get('/medium', (_, reply) => reply.type('application/octet-stream').send(Buffer.alloc(MB)))
  app.get('/small', (_, reply) => reply.type('application/octet-stream').send(Buffer.alloc(1000)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
}

/** The first bytes of a response whose client stops reading. */
async function stall(path: string, address = '10.0.0.1'): Promise<{ status: number; head: string; socket: Socket }> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`)
  const head = await new Promise<string>((resolve) => {
    socket.once('data', (bytes: Buffer) => {
      socket.pause()
      resolve(bytes.toString('latin1', 0, 1000))
    })
  })
  return { status: Number(head.slice(9, 12)), head, socket }
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

describe('responses to slow clients', () => {
  it('are held in memory up to a limit per user, who is then asked to try again', async () => {
    await start({ perUser: 2 * BIG, all: 100 * BIG })
    const first = await stall('/big')
    expect([first.status, (await stall('/big')).status]).toEqual([200, 200])
    const refused = await stall('/big')
    expect(refused.status).toBe(429)
    expect(refused.head).toMatch(/retry-after: 2/i)
    // other users are not affected, nor are small responses
    expect((await stall('/big', '10.0.0.2')).status).toBe(200)
    expect((await stall('/small')).status).toBe(200)
    // a client that disconnects frees memory
    first.socket.destroy()
    await vi.waitFor(async () => expect((await stall('/big')).status).toBe(200), 5000)
  })

  it('are held in memory up to a total limit', async () => {
    await start({ perUser: 100 * BIG, all: 2 * BIG })
    expect((await stall('/big', '10.0.0.1')).status).toBe(200)
    const second = await stall('/big', '10.0.0.2')
    expect(second.status).toBe(200)
    expect((await stall('/big', '10.0.0.3')).status).toBe(503)
    // a client that reads to the end frees memory as well
    second.socket.resume()
    await vi.waitFor(async () => expect((await stall('/big', '10.0.0.4')).status).toBe(200), 5000)
  })

  it('are allowed one at a time, of any size', async () => {
    await start({ perUser: 1, all: 1 })
    const only = await stall('/big')
    expect(only.status).toBe(200)
    expect((await stall('/big')).status).toBe(429)
    expect((await stall('/big', '10.0.0.2')).status).toBe(503)
  })

  it('are cut if the client receives nothing', async () => {
    await start({ perUser: BIG, all: BIG, stalledMs: 1500 })
    const stalled = await stall('/big')
    expect((await stall('/big')).status).toBe(429)
    await vi.waitFor(async () => expect((await stall('/big')).status).toBe(200), 10_000)
    let received = 0
    stalled.socket.on('data', (bytes: Buffer) => {
      received += bytes.length
    })
    const closed = new Promise((done) => stalled.socket.once('close', done))
    stalled.socket.resume()
    await closed
    expect(received).toBeLessThan(BIG)
  })

  it('are not counted after they were sent', async () => {
    await start({ perUser: MB, all: MB })
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}/medium`)
      expect((await answer.arrayBuffer()).byteLength).toBe(MB)
      expect((await app.inject({ url: '/medium' })).statusCode).toBe(200)
    }
  })
})
