import type { ConnectionSpec, SshTunnel } from '../contracts.ts'
import type { Driver } from '../dialects/dialect.ts'
import { dialects } from '../dialects/index.ts'
import type { Engine } from './engine.ts'
import { EngineFailure } from './engine.ts'
import { allowTunnel, guardSockets } from './networkGuard.ts'
import type { ChildSettings } from './protocol.ts'

export interface Opened {
  engine: Engine
  /** A failure of the tunnel in place of what a driver noticed of it. */
  explain(error: unknown): unknown
}

/** The driver of a connection's dialect, loaded on demand: a child holds only one. */
export async function openEngine(connection: ConnectionSpec, settings: ChildSettings): Promise<Opened> {
  const dialect = Object.hasOwn(dialects, connection.dialect) ? dialects[connection.dialect] : undefined
  if (!dialect) throw new EngineFailure('engine', `Could not load database driver: ${connection.dialect}`)
  if ('options' in connection && settings.privateHosts) guardSockets(settings.privateHosts)
  // loaded by name and not from the list, so that the web process, which has the list, cannot load a driver
  const { open } = (await import(`../dialects/${dialect.driverFolder}/driver.ts`)) as Driver
  if (!('options' in connection) || connection.options['sshTunnel'] === undefined) {
    return { engine: await open(connection, settings), explain: (error) => error }
  }
  const { sshTunnel, ...options } = connection.options
  const { host, port } = options
  // loaded only where it is needed
  const { openTunnel } = await import('./sshTunnel.ts')
  const target = { host: String(host), port: Number(port ?? dialect.connection.port) }
  // written by the web process, which checked it
  const tunnel = await openTunnel(sshTunnel as SshTunnel, target)
  allowTunnel(tunnel.port)
  const through = { ...connection, options: { ...options, host: '127.0.0.1', port: tunnel.port } }
  return { engine: await open(through, settings), explain: tunnel.explain }
}
