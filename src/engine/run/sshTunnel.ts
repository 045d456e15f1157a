import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import ssh2 from 'ssh2'
import type { SshTunnel } from '../contracts.ts'
import { EngineFailure } from './engine.ts'

const READY_TIMEOUT_MS = 10_000
const KEEPALIVE_MS = 15_000

export interface Tunnel {
  /** On loopback; what connects to it is connected to the database. */
  port: number
  /** Why the last connection through the tunnel failed, in place of the driver's "connection closed". */
  explain(error: unknown): unknown
}

interface Target {
  host: string
  port: number
}

/**
 * Listens on loopback, and passes every connection through an SSH server to the database. The SSH connection is opened
 * with the first of them, and again when it was lost.
 */
export async function openTunnel(tunnel: SshTunnel, target: Target): Promise<Tunnel> {
  let client: Promise<ssh2.Client> | undefined
  let fault: string | undefined

  function connected(): Promise<ssh2.Client> {
    client ??= connect(tunnel, () => {
      client = undefined
    })
    return client
  }

  async function pass(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      const channel = await forward(await connected(), target)
      fault = undefined
      channel.on('error', () => socket.destroy())
      channel.on('close', () => socket.destroy())
      socket.on('close', () => channel.destroy())
      socket.pipe(channel).pipe(socket)
    } catch (error) {
      fault = faultText(error, tunnel)
      socket.destroy()
    }
  }

  const server = createServer((socket) => void pass(socket))
  const port = await listening(server)
  return {
    port,
    explain(error) {
      if (fault === undefined || !(error instanceof EngineFailure) || error.kind !== 'connection') return error
      return new EngineFailure('connection', fault, { code: 'CONNECTION_HOST_DOWN_ERROR', cause: error })
    },
  }
}

function connect({ host, port, username, ...secrets }: SshTunnel, onLost: () => void): Promise<ssh2.Client> {
  return new Promise((done, fail) => {
    const client = new ssh2.Client()
    client.on('ready', () => done(client))
    client.on('error', (error: Error) => {
      onLost()
      fail(error)
      client.destroy()
    })
    client.on('close', () => {
      onLost()
      fail(new Error('the connection was closed'))
    })
    try {
      client.connect({
        host,
        port,
        username,
        password: secrets.password,
        privateKey: secrets.privateKey,
        passphrase: secrets.privateKeyPassword,
        readyTimeout: READY_TIMEOUT_MS,
        keepaliveInterval: KEEPALIVE_MS,
        keepaliveCountMax: 2,
        tryKeyboard: false,
      })
    } catch (error) {
      // a key that cannot be read
      onLost()
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

const forward = (client: ssh2.Client, { host, port }: Target) =>
  new Promise<Duplex>((done, fail) =>
    client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => (error ? fail(error) : done(channel))),
  )

function listening(server: Server): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return fail(new Error('the tunnel has no port'))
      // it must not keep the child running
      server.unref()
      done(address.port)
    })
  })
}

function faultText(error: unknown, { host, port }: SshTunnel): string {
  const message = error instanceof Error ? error.message : String(error)
  return `The SSH tunnel over ${host}:${port} failed: ${message}`
}
