import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { permissionsWith } from '../access/permissions.ts'
import { syncBuiltinRoles } from '../access/roles.ts'
import { createUser } from '../access/users.ts'
import { openStore } from '../storage/open.ts'
import type { Db, TableName } from '../storage/schema.ts'
import { testStores } from '../testing/stores.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const stores = testStores()
afterAll(() => Promise.all(stores.map((store) => store.close())))

const NOW = Date.UTC(2026, 10, 23)
const key = 'f00d'.repeat(16)

type Store = (typeof stores)[number]
type Site = Awaited<ReturnType<Store['fresh']>> & { keyFile: string }
const open: Db[] = []
afterEach(async () => {
  for (const db of open.splice(0)) await db.destroy()
})

async function dbOf({ home, databaseUrl }: Site): Promise<Db> {
  const { db } = await openStore({ home, databaseUrl, poolSize: 3, now: () => NOW, said: () => undefined })
  open.push(db)
  return db
}

async function emptySite(store: Store): Promise<Site> {
  const fresh = await store.fresh()
  return { ...fresh, keyFile: join(fresh.home, 'master.key') }
}

/** A home with users, texts of all kinds, a table and a plugin. */
async function filledSite(store: Store): Promise<{ site: Site; db: Db }> {
  const site = await emptySite(store)
  writeFileSync(site.keyFile, key, { mode: 0o600 })
  const db = await dbOf(site)
  await syncBuiltinRoles(db, permissionsWith([]))
  const names = { firstName: 'Zoë "\n', lastName: 'Ω 日本 😀', password: 'password-of-x' }
  for (const username of ['ann', 'bob']) {
    await createUser(db, { ...names, username, email: `${username}@x.org`, roles: [] }, NOW)
  }
  const stamp = { created_on: NOW, changed_on: NOW }
  const { id } = await db
    .insertInto('databases')
    .values({
      uuid: 'd',
      database_name: 'd',
      backend: 'duckdb',
      sqlalchemy_uri: 'duckdb:///',
      is_embedded: true,
      ...stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('datasets')
    .values({ uuid: 's', table_name: 'Größe', database_id: id, ...stamp })
    .execute()
  const table = { database_id: id, table_name: 't', rows: 1, bytes: 2, columns: '[]', created_on: NOW }
  await db
    .insertInto('table_generations')
    .values([
      { ...table, generation: 1, file: 'data/old.duckdb', is_current: false },
      { ...table, generation: 2, file: 'data/new.duckdb', is_current: true },
    ])
    .execute()
  mkdirSync(join(site.home, 'data'))
  mkdirSync(join(site.home, 'plugins'))
  writeFileSync(join(site.home, 'data/new.duckdb'), 'rows of the table')
  writeFileSync(join(site.home, 'plugins/p.js'), 'script')
  return { site, db }
}

const tables: TableName[] = ['users', 'databases', 'datasets', 'table_generations', 'settings']
const contentOf = async (db: Db) =>
  Object.fromEntries(
    await Promise.all(tables.map(async (name) => [name, await db.selectFrom(name).selectAll().execute()])),
  ) as Record<string, unknown[]>

const pairs = stores.flatMap((from) => stores.map((to) => ({ from, to, name: `${from.kind} to ${to.kind}` })))

describe.each(pairs)('backup of $name', ({ from, to }) => {
  const available = it.skipIf(!from.isAvailable || !to.isAvailable)

  available('restores everything, while the server writes on', async () => {
    const { site, db } = await filledSite(from)
    const before = await contentOf(db)
    const writing = new AbortController()
    const writes = (async () => {
      for (let index = 0; !writing.signal.aborted; index++) {
        await db
          .insertInto('settings')
          .values({ name: `written ${index}`, value: 'later' })
          .execute()
      }
    })()
    const folder = join(site.home, 'backups/mine')
    const made = await makeBackup(site, folder, NOW).finally(() => writing.abort())
    await writes
    expect(made).toMatchObject({ folder, tables: 1 })
    expect(statSync(join(folder, 'metadata.jsonl.gz')).mode & 0o077).toBe(0)
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'master.key', 'metadata.jsonl.gz', 'plugins'])

    const target = await emptySite(to)
    await restoreBackup({ config: target, folder, replaces: false, now: NOW })
    const restored = await dbOf(target)
    const after = await contentOf(restored)
    // written while the backup ran: in it or not, but nothing in between is missing
    const isOld = (row: unknown) => !(row as { name?: string }).name?.startsWith('written ')
    expect({ ...after, settings: after['settings']?.filter(isOld) }).toEqual(before)
    const count = after['settings']?.filter((row) => !isOld(row)).length ?? 0
    for (let index = 0; index < count; index++) {
      expect(after['settings']).toContainEqual({ name: `written ${index}`, value: 'later' })
    }
    expect(readFileSync(join(target.home, 'data/new.duckdb'), 'utf8')).toBe('rows of the table')
    expect(readFileSync(join(target.home, 'plugins/p.js'), 'utf8')).toBe('script')
    expect(readFileSync(target.keyFile, 'utf8')).toBe(key)
    // ids go on, references are checked, and searches find what was restored
    const zoe = {
      username: 'zoe',
      firstName: 'Z',
      lastName: 'Z',
      email: 'z@x.org',
      password: 'password-of-z',
      roles: [],
    }
    expect(await createUser(restored, zoe, NOW)).toBeGreaterThan(2)
    const stray = { uuid: 'q', table_name: 'q', database_id: 999, created_on: 0, changed_on: 0 }
    await expect(restored.insertInto('datasets').values(stray).execute()).rejects.toThrow()
  })
})

describe.each(stores)('restore on $kind', (store) => {
  const available = it.skipIf(!store.isAvailable)

  available('moves existing metadata and another key aside, and only when told so', async () => {
    const { site, db } = await filledSite(store)
    const { folder } = await makeBackup(site, undefined, NOW)
    expect(folder).toBe(join(site.home, 'backups/backup-20261123T000000Z'))
    await db.deleteFrom('users').where('username', '=', 'ann').execute()
    await db.destroy()
    open.length = 0
    writeFileSync(site.keyFile, 'another key')
    const order = { config: site, folder, now: NOW }
    await expect(restoreBackup({ ...order, replaces: false })).rejects.toThrow(/has metadata already/)
    await restoreBackup({ ...order, replaces: true })
    expect(await (await dbOf(site)).selectFrom('users').select('username').orderBy('username').execute()).toEqual([
      { username: 'ann' },
      { username: 'bob' },
    ])
    const aside = join(site.home, 'backups/replaced-20261123T000000Z')
    expect(readFileSync(join(aside, 'master.key'), 'utf8')).toBe('another key')
    expect(readdirSync(aside).some((name) => name.startsWith('metadata'))).toBe(true)
    expect(readFileSync(site.keyFile, 'utf8')).toBe(key)
  })

  available('refuses what is not a complete backup, and changes nothing', async () => {
    const { site } = await filledSite(store)
    const { folder } = await makeBackup(site, undefined, NOW)
    const rows = join(folder, 'metadata.jsonl.gz')
    const whole = readFileSync(rows)
    const lines = gunzipSync(whole).toString().trimEnd().split('\n')
    const target = await emptySite(store)
    const restore = () => restoreBackup({ config: target, folder, replaces: false, now: NOW })
    const cases: [Buffer, RegExp][] = [
      [whole.subarray(0, whole.length - 20), /is damaged/],
      [Buffer.from('no archive'), /is damaged/],
      [gzipSync(lines.slice(0, -1).join('\n')), /was cut off/],
      [gzipSync([lines[0], ...lines.slice(2)].join('\n')), /was cut off/],
      [gzipSync('{"rows":0}'), /is not a backup/],
      [gzipSync(['{"schema":9999}', '{"rows":0}'].join('\n')), /schema version 9999/],
      [
        gzipSync(
          [
            lines[0],
            '{"table":"table_generations","row":{"is_current":true,"file":"../../outside"}}',
            '{"rows":1}',
          ].join('\n'),
        ),
        /outside its folder/,
      ],
    ]
    for (const [bytes, message] of cases) {
      writeFileSync(rows, bytes)
      await expect(restore()).rejects.toThrow(message)
    }
    writeFileSync(rows, whole)
    rmSync(join(folder, 'data/new.duckdb'))
    await expect(restore()).rejects.toThrow(/new\.duckdb is missing/)
    expect(existsSync(join(target.home, 'metadata.sqlite'))).toBe(false)
    expect(existsSync(target.keyFile)).toBe(false)
  })
})

it('runs from the command line', { timeout: 60_000 }, async () => {
  const store = stores[0]
  if (!store) throw new Error('no store')
  const { site, db } = await filledSite(store)
  const run = async (program: string, home: string, ...args: string[]) => {
    const env = { ...process.env, SEXTANT_HOME: home, PORT: '1', DATABASE_URL: '' }
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [`src/server/backup/${program}.ts`, ...args], {
        env,
      })
      return { code: 0, text: stdout }
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string }
      return { code, text: stderr }
    }
  }
  const folder = join(site.home, 'backups/mine')
  expect(await run('makeBackup', site.home, folder)).toEqual({
    code: 0,
    text: expect.stringMatching(/mine: metadata of schema \d+, 1 tables, the master key\n$/),
  })
  expect(await run('makeBackup', site.home, folder)).toEqual({
    code: 1,
    text: `${folder} exists already. Name a new folder.\n`,
  })
  await db.destroy()
  open.length = 0
  const empty = (await store.fresh()).home
  expect((await run('makeBackup', empty)).text).toMatch(/has no metadata/)
  expect((await run('runRestore', empty)).text).toBe('Usage: npm run restore -- FOLDER [--replace]\n')
  expect((await run('runRestore', empty, '/nowhere')).text).toMatch(/it is not a backup/)
  expect(await run('runRestore', empty, folder)).toMatchObject({ code: 0 })
  expect((await run('runRestore', empty, folder)).text).toMatch(/has metadata already/)
})
