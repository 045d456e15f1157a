import type { ConnectionSpec } from '../../contracts.ts'
import { checkOptions, parseDatabaseUri } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { dialects } from '../index.ts'

/** Engines that tests know in addition to the embedded ones, by the names with which they are started. */
export const ENGINE_NAMES = ['postgresql', 'mariadb', 'clickhouse', 'trino'] as const

export type EngineName = (typeof ENGINE_NAMES)[number]

/**
 * Environment variable with which `scripts/engines/run.ts` passes the addresses of its engines: JSON, name -> address.
 */
export const ENGINES_VARIABLE = 'SEXTANT_TEST_ENGINES'

/**
 * SQLAlchemy URI of a real engine with the privilege to create tables, or undefined if none was started: tests are then
 * skipped by name (`describe.skipIf`), which `npm test` lists, and which counts as a failure in CI.
 */
export function engineUri(name: EngineName): string | undefined {
  const addresses = JSON.parse(process.env[ENGINES_VARIABLE] ?? '{}') as Partial<Record<EngineName, string>>
  return addresses[name]
}

/** The connection of a test engine, as the server would create it from an address typed by a user. */
export function engineConnection(
  address: string,
  databaseId: number,
): { dialect: Dialect; connection: ConnectionSpec } {
  const uri = parseDatabaseUri(address)
  const dialect = Object.values(dialects).find(({ connection }) => connection.backends.includes(uri?.backend ?? ''))
  if (!uri || !dialect) throw new Error(`no address of a database: ${address}`)
  const checked = checkOptions(dialect.connection, dialect.connection.fromUri(uri))
  if (!checked.ok) throw new Error(`${address} lacks ${checked.missing.join(', ')} or has wrong ${checked.invalid}`)
  return { dialect, connection: { dialect: dialect.name, databaseId, options: checked.options, dataVersion: 'test' } }
}
