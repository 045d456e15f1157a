import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a server that a story can cut and restore. */
export interface Line {
  port: number
  cut: () => void
  restore: () => void
  close: () => void
}

/**
 * A connection to a server that can be cut and restored. Its port stays bound while it is cut: otherwise another server
 * that starts on this machine could take the port, and respond instead of the stopped one.
 */
export async function lineTo(target: number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  const carry = (socket: Socket) => {
    socket.on('error', () => undefined)
    if (isCut) return void socket.resetAndDestroy()
    const behind = connect(target, '127.0.0.1')
    behind.on('error', () => undefined)
    for (const end of [socket, behind]) {
      sockets.add(end)
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        behind.destroy()
      })
    }
    socket.pipe(behind).pipe(socket)
  }
  const server = createServer(carry)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const endAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      endAll()
    },
    restore() {
      isCut = false
    },
    close() {
      server.close()
      endAll()
    },
  }
}
