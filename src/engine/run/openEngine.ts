import type { ConnectionSpec, SshTunnel } from '../contracts.ts'
import type { Driver } from '../dialects/dialect.ts'
import { dialects } from '../dialects/index.ts'
import type { Engine } from './engine.ts'
import { EngineFailure } from './engine.ts'
import { guardSockets } from './networkGuard.ts'
import type { ChildSettings } from './protocol.ts'

export interface Opened {
  engine: Engine
  sshHostKey(): string | undefined
  /** Reports a failure of the tunnel instead of the driver's error that it caused. */
  explain(error: unknown): unknown
}

/** The driver of a connection's dialect, loaded on demand: a child loads only one. */
export async function openEngine(connection: ConnectionSpec, settings: ChildSettings): Promise<Opened> {
  const dialect = Object.hasOwn(dialects, connection.dialect) ? dialects[connection.dialect] : undefined
  if (!dialect) throw new EngineFailure('engine', `Could not load database driver: ${connection.dialect}`)
  // loaded by name and not from the list, so that the web process, which has the list, cannot load a driver
  const { open } = (await import(`../dialects/${dialect.driverFolder}/driver.ts`)) as Driver
  const { options } = 'options' in connection ? connection : {}
  if (options?.['sshTunnel'] === undefined) {
    if (options && settings.privateHosts) guardSockets(settings.privateHosts)
    return { engine: await open(connection, settings), sshHostKey: () => undefined, explain: (error) => error }
  }
  // loaded only where it is needed
  const { openTunnel } = await import('./sshTunnel.ts')
  const target = { host: String(options['host']), port: Number(options['port'] ?? dialect.connection.port) }
  // the web process has checked the tunnel's options
  const { path, hostKey, explain } = await openTunnel(options['sshTunnel'] as SshTunnel, target)
  // drivers see the real host, which certificates and messages name
  guardSockets(settings.privateHosts, { ...target, path })
  return { engine: await open(connection, settings), sshHostKey: hostKey, explain }
}
