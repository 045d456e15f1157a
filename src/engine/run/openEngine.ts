import type { ConnectionSpec } from '../contracts.ts'
import { dialects } from '../dialects/index.ts'
import type { Engine } from './engine.ts'
import { EngineFailure } from './engine.ts'
import type { ChildSettings } from './protocol.ts'

/** The driver of a connection's dialect, loaded on demand: a child only ever holds one. */
export async function openEngine(connection: ConnectionSpec, settings: ChildSettings): Promise<Engine> {
  const dialect = Object.hasOwn(dialects, connection.dialect) ? dialects[connection.dialect] : undefined
  if (!dialect) throw new EngineFailure('engine', `Could not load database driver: ${connection.dialect}`)
  const driver = await dialect.driver()
  return driver.open(connection, settings)
}
