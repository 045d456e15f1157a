import { lookup as resolve } from 'node:dns'
import { isIP, Socket } from 'node:net'
import { type AllowedHosts, allowedHosts } from './addresses.ts'

/** Where this process listens for connections that it passes through an SSH tunnel. */
const TUNNEL_HOST = '127.0.0.1'
let tunnelPort: number | undefined

/** Sockets may connect to the process's own tunnel, whose other end is the database. */
export function allowTunnel(port: number): void {
  tunnelPort = port
}

interface Target {
  host?: string
  port?: number | string
  path?: string
  lookup?: unknown
}
type Found = { address: string; family: number }[]
type Told = (error: Error | null, address: string | Found, family?: number) => void

/**
 * From now on, no socket of this process connects to an address that is not allowed. The address that the socket uses
 * is checked, regardless of the driver and of earlier name lookups.
 */
export function guardSockets(entries: readonly string[]): void {
  const allowed = allowedHosts(entries)
  const plain = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
    const target = targetOf(args)
    if (target && !target.path) {
      const host = target.host ?? 'localhost'
      if (host === TUNNEL_HOST && Number(target.port) === tunnelPort) return plain.apply(this, args)
      if (isIP(host)) {
        if (!allowed.allows(host, host)) {
          process.nextTick(() => this.destroy(refusal(host)))
          return this
        }
      } else target.lookup = checkedLookup(allowed)
    }
    return plain.apply(this, args)
  } as typeof Socket.prototype.connect
}

/** The options among the arguments of `connect`, in each of its forms. */
function targetOf(args: unknown[]): Target | undefined {
  const [first, second] = args
  // net itself passes normalized arguments: a list of options and a callback
  if (Array.isArray(first)) return first[0] as Target
  if (typeof first === 'object' && first !== null) return first as Target
  if (typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first))) {
    const options: Target & { port: number } = { port: Number(first) }
    if (typeof second === 'string') options.host = second
    args.splice(0, typeof second === 'string' ? 2 : 1, options)
    return options
  }
  return undefined
}

const checkedLookup = (allowed: AllowedHosts) => (host: string, options: { all?: boolean }, told: Told) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return told(error, '')
    const open = found.filter(({ address }) => allowed.allows(host, address))
    const [first] = open
    if (!first) return told(refusal(host), '')
    return options.all ? told(null, open) : told(null, first.address, first.family)
  })
}

const refusal = (host: string) =>
  Object.assign(new Error(`connections to ${host} are not allowed`), { code: 'EHOSTUNREACH' })
