import { lookup as resolve } from 'node:dns'
import { isIP, Socket } from 'node:net'
import { type AllowedHosts, allowedHosts } from './addresses.ts'

/** Connections to this host and port go to a local socket instead: the entrance of an SSH tunnel. */
export interface Detour {
  host: string
  port: number
  path: string
}

interface Target {
  host?: string
  port?: number | string
  path?: string
  lookup?: unknown
}
type Found = { address: string; family: number }[]
type Told = (error: Error | null, address: string | Found, family?: number) => void

type Connect = (this: Socket, ...args: unknown[]) => Socket
const plain = Socket.prototype.connect as Connect

/**
 * From now on, no socket of this process connects to an address that is not allowed. The address that the socket uses
 * is checked, regardless of the driver and of earlier name lookups. Without `entries`, all addresses are allowed.
 */
export function guardSockets(entries: readonly string[] | undefined, detour?: Detour): void {
  const allowed = entries && allowedHosts(entries)
  const guarded: Connect = function (...args) {
    const target = targetOf(args)
    if (!target || target.path) return plain.apply(this, args)
    const host = target.host ?? 'localhost'
    if (detour && host === detour.host && Number(target.port) === detour.port)
      return plain.call(this, { path: detour.path }, toldOf(args))
    if (!allowed) return plain.apply(this, args)
    if (!isIP(host)) target.lookup = checkedLookup(allowed)
    else if (!allowed.allows(host, host)) {
      process.nextTick(() => this.destroy(refusal(host)))
      return this
    }
    return plain.apply(this, args)
  }
  Socket.prototype.connect = guarded as typeof Socket.prototype.connect
}

/** The callback among the arguments of `connect`. */
function toldOf(args: unknown[]): unknown {
  const all = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  return all.find((each) => typeof each === 'function')
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
