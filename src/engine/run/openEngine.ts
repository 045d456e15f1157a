import type { ConnectionSpec } from '../contracts.ts'
import type { Engine } from './engine.ts'
import { EngineFailure } from './engine.ts'
import type { ChildSettings } from './protocol.ts'

/** The driver of a connection's dialect, loaded on demand: a child only ever holds one. */
export async function openEngine(connection: ConnectionSpec, settings: ChildSettings): Promise<Engine> {
  if ('tables' in connection) {
    const { openDuckDb } = await import('./duckdb/engine.ts')
    return openDuckDb(connection, settings)
  }
  throw new EngineFailure('engine', `Could not load database driver: ${connection.dialect}`)
}
