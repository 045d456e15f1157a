import { connect, createServer, type Socket } from 'node:net'

export interface FaultyProxy {
  port: number
  /** Data goes both ways again, also of connections that hung. */
  pass(): void
  /** Connections stay open and new ones are accepted, but no byte goes either way. */
  hang(): void
  /** Resets all connections, and every new one. */
  reset(): void
  close(): Promise<void>
}

/** A TCP proxy on a loopback port, which can be told to fail. */
export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const pairs = new Set<[client: Socket, target: Socket]>()
  let fault: 'none' | 'hang' | 'reset' = 'none'

  const server = createServer((client) => {
    if (fault === 'reset') {
      client.resetAndDestroy()
      return
    }
    const target = connect(targetPort, '127.0.0.1')
    const pair: [Socket, Socket] = [client, target]
    pairs.add(pair)
    for (const [from, to] of [pair, [target, client] as const]) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
      if (fault === 'hang') from.pause()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')

  return {
    port: address.port,
    pass() {
      fault = 'none'
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
    async close() {
      for (const [client] of pairs) client.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
