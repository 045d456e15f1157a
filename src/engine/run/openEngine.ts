import type { ConnectionSpec } from '../contracts.ts'
import type { Driver } from '../dialects/dialect.ts'
import { dialects } from '../dialects/index.ts'
import type { Engine } from './engine.ts'
import { EngineFailure } from './engine.ts'
import { guardSockets } from './networkGuard.ts'
import type { ChildSettings } from './protocol.ts'

/** The driver of a connection's dialect, loaded on demand: a child holds only one. */
export async function openEngine(connection: ConnectionSpec, settings: ChildSettings): Promise<Engine> {
  const dialect = Object.hasOwn(dialects, connection.dialect) ? dialects[connection.dialect] : undefined
  if (!dialect) throw new EngineFailure('engine', `Could not load database driver: ${connection.dialect}`)
  if ('options' in connection && settings.privateHosts) guardSockets(settings.privateHosts)
  // loaded by name and not from the list, so that the web process, which has the list, cannot load a driver
  const { open } = (await import(`../dialects/${dialect.driverFolder}/driver.ts`)) as Driver
  return open(connection, settings)
}
