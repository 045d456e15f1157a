import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreKind } from '../storage/migrate.ts'
import { freePort } from './freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from './postgres.ts'

export interface TestStore {
  kind: StoreKind
  /** Whether the store can run here. In CI always true: a missing PostgreSQL then fails the test. */
  isAvailable: boolean
  /** A new home folder, and a new database. */
  fresh(): Promise<{ home: string; databaseUrl: string | undefined }>
  close(): Promise<void>
}

/**
 * The metadata stores that every test of storage runs on. Call it once per test file, and close each store at its end.
 */
export function testStores(): TestStore[] {
  const homes: string[] = []
  const freshHome = () => {
    const home = mkdtempSync(join(tmpdir(), 'sextant-store-'))
    homes.push(home)
    return home
  }
  const removeHomes = () => {
    for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
  }
  let server: TestPostgres | undefined
  return [
    {
      kind: 'sqlite',
      isAvailable: true,
      fresh: async () => ({ home: freshHome(), databaseUrl: undefined }),
      close: async () => removeHomes(),
    },
    {
      kind: 'postgres',
      isAvailable: postgresPrograms() !== undefined || process.env['CI'] === 'true',
      async fresh() {
        server ??= await startPostgres(await freePort())
        return { home: freshHome(), databaseUrl: await server.createDatabase() }
      },
      async close() {
        await server?.stop()
        server = undefined
        removeHomes()
      },
    },
  ]
}
