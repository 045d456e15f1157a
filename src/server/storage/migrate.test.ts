import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testStores } from '../testing/stores.ts'
import { backupPostgres } from './backupPostgres.ts'
import { backupSqlite, type Migration, migrate, NewerSchemaError, restoreSqlite } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStore } from './open.ts'
import type { Db } from './schema.ts'
import { openSqlite } from './sqlite.ts'

const now = () => 1_700_000_000_000
const second: Migration = {
  version: 1000,
  name: 'test',
  sql: `
alter table charts add column mood text;
create table moods (id {id}, name text not null);
`,
}
const broken: Migration = { ...second, sql: `${second.sql}insert into moods_of_nobody (name) values ('x');\n` }

const newUser = (name: string) => ({
  uuid: `uuid-${name}`,
  username: name,
  first_name: name,
  last_name: 'O\'Neil "\\ \u{1F642}',
  email: `${name}@example.org`,
  password_hash: null,
  password_changed_on: null,
  last_login: null,
  created_on: now(),
  changed_on: now(),
  created_by: null,
  changed_by: null,
})

const stores = testStores()
afterAll(async () => {
  for (const store of stores) await store.close()
})

describe.each(stores)('the metadata store on $kind', (store) => {
  const test = it.skipIf(!store.isAvailable)

  async function open() {
    const place = await store.fresh()
    const said: string[] = []
    const { db } = await openStore({ ...place, poolSize: 4, now, said: (line) => said.push(line) })
    return { ...place, db, said }
  }
  const up = (db: Db, list: readonly Migration[], backups: number[] = []) =>
    migrate(db, { kind: store.kind, migrations: list, now, backup: async (from) => void backups.push(from) })
  const columns = async (db: Db) =>
    (await db.introspection.getTables()).map(({ name, columns: all }) => [
      name,
      all.map((column) => column.name).sort(),
    ])

  test('starts empty without a backup and preserves each type', async () => {
    const { db, said, home } = await open()
    expect(said).toEqual([])
    expect(readdirSync(home)).not.toContain('backups')
    const made = await db
      .insertInto('users')
      .values(newUser('ann'))
      .returning(['id', 'is_active', 'created_on', 'version', 'last_name'])
      .executeTakeFirstOrThrow()
    expect(made).toEqual({ id: 1, is_active: true, created_on: now(), version: 1, last_name: newUser('ann').last_name })
    await db.updateTable('users').set({ is_active: false }).where('is_active', '=', true).execute()
    const { n } = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('is_active', '=', false)
      .executeTakeFirstOrThrow()
    expect(n).toBe(1)
    await db.destroy()
  })

  test('rejects violations of references and unique names', async () => {
    const { db } = await open()
    await db.insertInto('users').values(newUser('ann')).execute()
    await expect(
      db
        .insertInto('users')
        .values({ ...newUser('ann'), uuid: 'u2', email: 'e2' })
        .execute(),
    ).rejects.toThrow()
    await expect(db.insertInto('user_roles').values({ user_id: 1, role_id: 77 }).execute()).rejects.toThrow()
    await expect(
      db.transaction().execute(async (trx) => {
        await trx.insertInto('users').values(newUser('bob')).execute()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'ann' }])
    await db.destroy()
  })

  test('backs up before it changes a store with content', async () => {
    const { db } = await open()
    const backups: number[] = []
    expect(await up(db, [...migrations, second], backups)).toEqual({ from: migrations.at(-1)?.version, to: 1000 })
    expect(backups).toEqual([migrations.at(-1)?.version])
    expect(await up(db, [...migrations, second], backups)).toEqual({ from: 1000, to: 1000 })
    expect(backups).toHaveLength(1)
    await db.destroy()
  })

  test('rolls back a failed migration, and continues where it stopped', async () => {
    const { db } = await open()
    const before = await columns(db)
    await expect(up(db, [...migrations, broken])).rejects.toThrow()
    expect(await columns(db)).toEqual(before)
    await up(db, [...migrations, second])
    expect((await columns(db)).map(([name]) => name)).toContain('moods')
    await db.destroy()
  })

  test('rejects a schema of a later release', async () => {
    const { db, home, databaseUrl } = await open()
    await up(db, [...migrations, second])
    await db.destroy()
    const again = openStore({ home, databaseUrl, poolSize: 2, now, said: () => undefined })
    await expect(again).rejects.toThrow(NewerSchemaError)
    await expect(again).rejects.toThrow('Start the newer release')
  })
})

describe('backups', () => {
  it('of SQLite are complete files that can be restored', async () => {
    const store = stores[0]!
    const { home, databaseUrl } = await store.fresh()
    const { db } = await openStore({ home, databaseUrl, poolSize: 1, now, said: () => undefined })
    await db.insertInto('users').values(newUser('ann')).execute()
    const copy = await backupSqlite(db, join(home, 'backups'), 1, now())
    await db.deleteFrom('users').execute()
    await db.destroy()
    const file = join(home, 'metadata.sqlite')
    for (const rest of ['-wal', '-shm']) rmSync(file + rest, { force: true })
    restoreSqlite(copy, file)
    const restored = openSqlite(file)
    expect(await restored.selectFrom('users').select('username').execute()).toEqual([{ username: 'ann' }])
    await restored.destroy()
  })

  it.skipIf(!stores[1]!.isAvailable)('of PostgreSQL contain every row', async () => {
    const { home, databaseUrl } = await stores[1]!.fresh()
    const { db } = await openStore({ home, databaseUrl, poolSize: 2, now, said: () => undefined })
    await db.insertInto('users').values(newUser('ann')).execute()
    const copy = await backupPostgres(db, join(home, 'backups'), 1, now())
    const lines = gunzipSync(readFileSync(copy))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({ table: 'users', row: expect.objectContaining({ username: 'ann' }) }),
    )
    await db.destroy()
  })
})

const postgres = stores[1]!
it.skipIf(!postgres.isAvailable)('nodes on PostgreSQL that start together migrate once', async () => {
  const place = await postgres.fresh()
  const nodes = await Promise.all(
    [1, 2, 3].map(() => openStore({ ...place, poolSize: 2, now, said: () => undefined }).then(({ db }) => db)),
  )
  const list = [...migrations, second]
  const up = (db: Db) => migrate(db, { kind: 'postgres', migrations: list, now, backup: async () => undefined })
  await Promise.all(nodes.map(up))
  const { rows } = await sql<{ version: number }>`select version from schema_migrations order by version`.execute(
    nodes[0]!,
  )
  expect(rows.map(({ version }) => version)).toEqual(list.map(({ version }) => version))
  for (const node of nodes) await node.destroy()
})
