import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import type { Db } from '../storage/schema.ts'

/** Other processes see a new generation within this time, the process that loaded it at once. */
const POLL_MS = 250

export type EmbeddedConnection = Extract<ConnectionSpec, { tables: Record<string, string> }>

interface Snapshot {
  newest: number
  connections: Map<number, EmbeddedConnection>
}

/** The current generations of all tables, as the store has them. */
export function createRegistry(db: Db, home: string, now: () => number) {
  let snapshot: Snapshot | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Snapshot> | undefined

  /** The current registry. Concurrent callers share one read, and none gets a read that started before its call. */
  function current(): Promise<Snapshot> {
    if (reading) return reading
    if (snapshot && now() - checkedAt < POLL_MS) return Promise.resolve(snapshot)
    checkedAt = now()
    const look = readRegistry().finally(() => {
      if (reading === look) reading = undefined
    })
    reading = look
    return look
  }

  /** Reads the registry again only if a row was added since the last read. */
  async function readRegistry(): Promise<Snapshot> {
    const { newest } = await db
      .selectFrom('table_generations')
      .select((eb) => eb.fn.max('id').as('newest'))
      .executeTakeFirstOrThrow()
    if (snapshot?.newest === (newest ?? 0)) return snapshot
    snapshot = { newest: newest ?? 0, connections: await readConnections() }
    return snapshot
  }

  async function readConnections(): Promise<Map<number, EmbeddedConnection>> {
    const rows = await db
      .selectFrom('table_generations')
      .select(['id', 'database_id', 'table_name', 'file'])
      .where('is_current', '=', true)
      .orderBy('table_name')
      .execute()
    return new Map(
      [...Map.groupBy(rows, (row) => row.database_id)].map(([databaseId, tables]) => [
        databaseId,
        embedded(
          databaseId,
          tables.map((table) => [table.table_name, join(home, table.file)]),
          createHash('sha256')
            .update(tables.map(({ id }) => id).join())
            .digest('base64url')
            .slice(0, 16),
        ),
      ]),
    )
  }

  return {
    current,
    /** The next read takes place at once, whether or not a row was added. */
    refresh() {
      snapshot = undefined
      reading = undefined
      checkedAt = Number.NEGATIVE_INFINITY
    },
  }
}

export function embedded(databaseId: number, tables: [string, string][], dataVersion: string): EmbeddedConnection {
  return { dialect: 'duckdb', databaseId, tables: Object.fromEntries(tables), dataVersion }
}
