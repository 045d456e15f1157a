import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProcess } from '../testing/process.ts'
import { testStores } from '../testing/stores.ts'
import { type Migration, migrate, restoreSqlite, type StoreKind, statementsOf } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStore } from './open.ts'
import type { Db } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/**
 * For each migration: a store with the schema of that time, filled with rows, opens in this release, and can be
 * restored from its backup.
 */

const now = () => 1_700_000_000_000

const stores = testStores()
afterAll(async () => {
  for (const store of stores) await store.close()
})

/** Checksums of the migrations as they were released, by version: the schemas below are built from the migrations. */
const released = JSON.parse(
  readFileSync(join(import.meta.dirname, 'testing/releasedMigrations.json'), 'utf8'),
) as Record<string, Record<StoreKind, string>>

const checksum = (migration: Migration, kind: StoreKind) =>
  createHash('sha256').update(statementsOf(migration, kind).join(';\n')).digest('hex').slice(0, 16)

it('a released migration is never edited', () => {
  const pinned = migrations.filter(({ version }) => released[version] !== undefined)
  expect(pinned).toHaveLength(Object.keys(released).length)
  for (const migration of pinned) {
    const found = { sqlite: checksum(migration, 'sqlite'), postgres: checksum(migration, 'postgres') }
    expect({ version: migration.version, ...found }).toEqual({
      version: migration.version,
      ...released[migration.version],
    })
  }
})

/** The tables that a list of migrations creates, in order: later tables refer to earlier ones. */
const tablesOf = (list: readonly Migration[], kind: StoreKind) =>
  list
    .flatMap((migration) => statementsOf(migration, kind))
    .flatMap((statement) => /^create table (\w+)/i.exec(statement)?.[1] ?? [])

/** Text columns that refer to another table -> the column to which they refer. */
const textReferences = new Map(
  migrations
    .flatMap((migration) => statementsOf(migration, 'sqlite'))
    .flatMap((statement) => [...statement.matchAll(/(\w+) text[^,]* references \w+ \((\w+)\)/g)])
    .map(([, from = '', to = '']) => [from, to] as const),
)

/** A value for the type of a column. References are 1: each table has a first row. */
function valueOf(column: string, type: string): unknown {
  const kind = type.toLowerCase()
  if (/bool/.test(kind)) return false
  if (/bigint|int8/.test(kind)) return now()
  if (/int/.test(kind)) return 1
  if (/real|float|double|numeric/.test(kind)) return 1.5
  if (/blob|bytea/.test(kind)) return Buffer.from([0, 1, 255])
  return `${textReferences.get(column) ?? column} Ünïcode 'quoted'`
}

async function fill(db: Db, tables: readonly string[]): Promise<void> {
  const known = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns]))
  for (const table of tables) {
    // some tables already have rows, from triggers and migrations
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) continue
    const columns = (known.get(table) ?? []).filter(({ isNullable, dataType }) => !isNullable || /text/i.test(dataType))
    const values = columns.map(({ name, dataType }) => valueOf(name, dataType))
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      values (${sql.join(values)})`.execute(db)
  }
}

/** The rows of the tables, with only the columns that the tables had originally. */
async function contents(db: Db, columns: ReadonlyMap<string, string[]>) {
  const read = async ([table, names]: [string, string[]]) => {
    const { rows } = await sql`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(
      db,
    )
    return [table, rows as unknown[]] as const
  }
  const all = []
  for (const entry of columns) all.push(await read(entry))
  return Object.fromEntries(all)
}

const columnsOf = async (db: Db, tables: readonly string[]) =>
  new Map(
    (await db.introspection.getTables())
      .filter(({ name }) => tables.includes(name))
      .map(({ name, columns }) => [name, columns.map((column) => column.name)] as const),
  )

const shapeOf = async (db: Db) =>
  (await db.introspection.getTables())
    .map(({ name, columns }) => ({
      name,
      columns: columns
        .map(({ name: column, dataType, isNullable }) => `${column} ${dataType} ${isNullable}`)
        .toSorted(),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

async function versionOf(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select max(version) as version from schema_migrations`.execute(db)
  return Number(rows[0]?.version)
}

const newest = migrations.at(-1)?.version ?? 0

describe.each(stores)('on $kind', (store) => {
  let fresh: Awaited<ReturnType<typeof shapeOf>>
  beforeAll(async () => {
    if (!store.isAvailable) return
    const { db } = await openStore({ ...(await store.fresh()), poolSize: 2, now, said: () => undefined })
    fresh = await shapeOf(db)
    await db.destroy()
  })

  it.skipIf(!store.isAvailable).each(migrations.map(({ version, name }) => ({ version, name })))(
    'schema $version ($name) is upgraded with its rows, and its backup restores it',
    async ({ version }) => {
      const place = await store.fresh()
      const list = migrations.filter((migration) => migration.version <= version)
      const open = async () =>
        store.kind === 'sqlite'
          ? openSqlite(join(place.home, 'metadata.sqlite'))
          : (await import('./postgres.ts')).openPostgres(String(place.databaseUrl), 2)
      const old = await open()
      await migrate(old, { kind: store.kind, migrations: list, now, backup: async () => undefined })
      const tables = tablesOf(list, store.kind)
      await fill(old, tables)
      const columns = await columnsOf(old, tables)
      const before = await contents(old, columns)
      expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
      await old.destroy()

      const said: string[] = []
      const { db } = await openStore({ ...place, poolSize: 2, now, said: (line) => said.push(line) })
      expect(await versionOf(db)).toBe(newest)
      const after = await contents(db, columns)
      // migrations may add rows
      for (const [table, rows] of Object.entries(before)) expect(after[table]).toEqual(expect.arrayContaining(rows))
      const { rows } = await sql`select rowid from charts_search`.execute(db)
      expect(rows).toHaveLength(1)
      expect(await shapeOf(db)).toEqual(fresh)
      await db.destroy()

      const copy = said.map((line) => /^metadata backed up to (.+)$/.exec(line)?.[1]).find((path) => path !== undefined)
      expect(copy !== undefined).toBe(version < newest)
      if (copy === undefined || store.kind !== 'sqlite') return
      const file = join(place.home, 'metadata.sqlite')
      for (const rest of ['-wal', '-shm']) rmSync(file + rest, { force: true })
      restoreSqlite(copy, file)
      const restored = openSqlite(file)
      expect(await versionOf(restored)).toBe(version)
      expect(await contents(restored, columns)).toEqual(before)
      await restored.destroy()
    },
  )
})

it('the product starts on the oldest schema', async () => {
  const place = await stores[0]!.fresh()
  const old = openSqlite(join(place.home, 'metadata.sqlite'))
  await migrate(old, { kind: 'sqlite', migrations: migrations.slice(0, 1), now, backup: async () => undefined })
  await old.destroy()
  const server = await startProcess(place.home, undefined)
  try {
    expect((await fetch(`${server.address}/health/ready`)).status).toBe(200)
  } finally {
    await server.end('SIGTERM')
  }
})
