import { randomBytes } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'

export interface FaultyProxy {
  port: number
  /** Forwards data in both directions again, also on connections that hung. */
  pass(): void
  /** Connections stay open and new ones are accepted, but no data is forwarded in either direction. */
  hang(): void
  /** Resets all connections, and every new one. */
  reset(): void
  /** Every piece of data arrives this much later, in both directions. */
  delay(ms: number): void
  /** The target sends no more on all connections, and on every new one, but still receives. */
  halfClose(): void
  /** Instead of what the target sends, all connections and every new one receive random bytes. */
  garble(): void
  close(): Promise<void>
}

/** A TCP proxy on a loopback port, which tests can break. */
export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const pairs = new Set<[client: Socket, target: Socket]>()
  let fault: 'none' | 'hang' | 'reset' | 'half close' | 'garbage' = 'none'
  let delayMs = 0
  const send = (bytes: Buffer, to: Socket) => {
    if (delayMs === 0) to.write(bytes)
    else setTimeout(() => to.destroyed || to.write(bytes), delayMs)
  }

  const server = createServer((client) => {
    if (fault === 'reset') {
      client.resetAndDestroy()
      return
    }
    const target = connect(targetPort, '127.0.0.1')
    const pair: [Socket, Socket] = [client, target]
    pairs.add(pair)
    for (const [from, to] of [pair, [target, client] as const]) {
      from.on('data', (bytes) => {
        const isAnswer = from === target
        if (isAnswer && fault === 'half close') return
        send(isAnswer && fault === 'garbage' ? randomBytes(bytes.length) : bytes, to)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
      if (fault === 'hang') from.pause()
    }
    if (fault === 'half close') client.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')

  return {
    port: address.port,
    pass() {
      fault = 'none'
      delayMs = 0
      for (const socket of [...pairs].flat()) socket.resume()
    },
    hang() {
      fault = 'hang'
      for (const socket of [...pairs].flat()) socket.pause()
    },
    reset() {
      fault = 'reset'
      for (const [client] of pairs) client.resetAndDestroy()
    },
    delay(ms) {
      delayMs = ms
    },
    halfClose() {
      fault = 'half close'
      for (const [client] of pairs) client.end()
    },
    garble() {
      fault = 'garbage'
    },
    async close() {
      for (const [client] of pairs) client.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
