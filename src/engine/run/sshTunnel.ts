import { createHash } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import ssh2, { type SshClient } from 'ssh2'
import type { ErrorCode } from '../../model/errors/errors.ts'
import type { SshTunnel } from '../contracts.ts'
import { EngineFailure } from './engine.ts'

/** Less than drivers wait for a connection, so that the message names the SSH server. */
const READY_TIMEOUT_MS = 8000
/** A server that responds to none of three keep-alive messages counts as lost. */
const KEEPALIVE_MS = 10_000
const KEEPALIVES = 3
/**
 * A local socket in the private folder of the child (its working folder), so that no other user of this machine can
 * connect to the tunnel. The relative path is short enough for every system.
 */
const SOCKET = process.platform === 'win32' ? `\\\\.\\pipe\\sextant-tunnel-${process.pid}` : 'tunnel.sock'

export interface Tunnel {
  /** Connections to this local socket are forwarded to the database. */
  path: string
  /** The fingerprint of the SSH server's key; undefined before the first connection. */
  hostKey(): string | undefined
  /** Why the tunnel failed, instead of the driver's error, which only knows that its connection was closed. */
  explain(error: unknown): unknown
}

interface Target {
  host: string
  port: number
}

/**
 * Listens on a local socket, and passes every connection through an SSH server to the database. The SSH connection is
 * opened for the first connection, and again after it was lost.
 */
export async function openTunnel(tunnel: SshTunnel, target: Target): Promise<Tunnel> {
  let client: Promise<SshClient> | undefined
  let hostKey = tunnel.hostKey
  let fault: EngineFailure | undefined

  function connected(): Promise<SshClient> {
    const opening = connect(tunnel, {
      accepts: (key) => (hostKey ??= key) === key,
      onLost: (reason) => {
        forget()
        fault ??= reason
      },
    })
    const forget = () => {
      if (client === opening) client = undefined
    }
    opening.catch(forget)
    return opening
  }

  async function pass(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      client ??= connected()
      const channel = await forward(await client, target)
      fault = undefined
      channel.on('error', () => socket.destroy())
      channel.on('close', () => socket.destroy())
      socket.on('close', () => channel.destroy())
      socket.pipe(channel).pipe(socket)
    } catch (error) {
      fault = failureOf(error, tunnel, target)
      socket.destroy()
    }
  }

  await listening((socket) => void pass(socket))
  return {
    path: SOCKET,
    hostKey: () => hostKey,
    explain: (error) =>
      fault !== undefined && error instanceof EngineFailure && error.kind === 'connection' ? fault : error,
  }
}

interface Watch {
  accepts(hostKey: string): boolean
  onLost(reason: EngineFailure): void
}

/** The notation of OpenSSH. */
const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function connect(tunnel: SshTunnel, { accepts, onLost }: Watch): Promise<SshClient> {
  return new Promise((done, fail) => {
    const client = new ssh2.Client()
    let refusedKey: string | undefined
    let isReady = false
    const end = (error: Error) => {
      if (isReady) onLost(lost(tunnel, error))
      else fail(refusedKey === undefined ? error : changedKey(tunnel, refusedKey))
      client.destroy()
    }
    client.on('ready', () => {
      isReady = true
      done(client)
    })
    client.on('error', end)
    client.on('close', () => end(new Error('the server closed the connection')))
    try {
      client.connect({
        host: tunnel.host,
        port: tunnel.port,
        username: tunnel.username,
        password: tunnel.password,
        privateKey: tunnel.privateKey,
        passphrase: tunnel.privateKeyPassword,
        readyTimeout: READY_TIMEOUT_MS,
        keepaliveInterval: KEEPALIVE_MS,
        keepaliveCountMax: KEEPALIVES,
        hostVerifier: (key) => {
          const fingerprint = fingerprintOf(key)
          if (accepts(fingerprint)) return true
          refusedKey = fingerprint
          return false
        },
      })
    } catch (error) {
      fail(unreadableKey(tunnel, error))
    }
  })
}

const forward = (client: SshClient, { host, port }: Target) =>
  new Promise<Duplex>((done, fail) =>
    client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => (error ? fail(error) : done(channel))),
  )

function listening(onSocket: (socket: Socket) => void): Promise<void> {
  return new Promise((done, fail) => {
    const server = createServer(onSocket)
    server.once('error', fail)
    server.listen(SOCKET, () => done())
    // the server must not keep the child running
    server.unref()
  })
}

const failed = (code: ErrorCode, message: string, cause?: unknown, invalid: string[] = ['ssh_tunnel']) =>
  new EngineFailure('connection', message, { code, invalid, cause })

const lost = ({ host, port }: SshTunnel, cause: Error) =>
  failed(
    'CONNECTION_HOST_DOWN_ERROR',
    `The SSH tunnel over "${host}", port ${port}, was lost. Please try again.`,
    cause,
  )

const unreadableKey = ({ privateKeyPassword }: SshTunnel, cause: unknown) => {
  const code = 'CONNECTION_ACCESS_DENIED_ERROR'
  if (cause instanceof Error && /unsupported key format/i.test(cause.message))
    return failed(code, 'This is not a private key for SSH. Paste the whole file, with its first and last line.', cause)
  return privateKeyPassword === undefined
    ? failed(code, 'The private key of the SSH tunnel cannot be read: a password for it may be missing.', cause)
    : failed(code, 'The private key of the SSH tunnel cannot be read: its password may be wrong.', cause)
}

const changedKey = ({ host, hostKey }: SshTunnel, key: string) =>
  failed(
    'CONNECTION_ACCESS_DENIED_ERROR',
    `The SSH server "${host}" has another host key than before: ${key} instead of ${hostKey ?? 'the first one'}. If that is right, enter the password or the private key of the tunnel again to accept it.`,
  )

/** Reasons of SSH for not opening a channel, by their names and numbers. */
const PROHIBITED: ReadonlySet<unknown> = new Set(['ADMINISTRATIVELY_PROHIBITED', 1])
const NOT_REACHED: ReadonlySet<unknown> = new Set(['CONNECT_FAILED', 2])

/** Converts an error of the SSH client to a failure with a message that helps an administrator. */
function failureOf(error: unknown, { host, port, username }: SshTunnel, target?: Target): EngineFailure {
  if (error instanceof EngineFailure) return error
  const { level, reason, code, message } = error as Error & { level?: string; reason?: unknown; code?: string }
  const server = `The SSH server "${host}"`
  if (level === 'client-authentication')
    return failed(
      'CONNECTION_ACCESS_DENIED_ERROR',
      `${server} does not accept the user "${username}" with this password or key.`,
      error,
    )
  if (PROHIBITED.has(reason))
    return failed('CONNECTION_ACCESS_DENIED_ERROR', `${server} does not allow connections to the database.`, error)
  if (NOT_REACHED.has(reason) && target)
    return failed(
      'CONNECTION_HOST_DOWN_ERROR',
      `${server} cannot reach the database at "${target.host}", port ${target.port}.`,
      error,
      ['host', 'port'],
    )
  if (code === 'ECONNREFUSED')
    return failed('CONNECTION_PORT_CLOSED_ERROR', `Port ${port} on SSH host "${host}" refused the connection.`, error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return failed('CONNECTION_INVALID_HOSTNAME_ERROR', `The SSH host "${host}" cannot be resolved.`, error)
  return failed('CONNECTION_HOST_DOWN_ERROR', `The SSH tunnel over "${host}", port ${port}, failed: ${message}`, error)
}
