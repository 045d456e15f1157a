import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openKeys } from '../access/keys.ts'
import { permissionsWith } from '../access/permissions.ts'
import { syncBuiltinRoles } from '../access/roles.ts'
import { createUser } from '../access/users.ts'
import { migrate } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { openStore } from '../storage/open.ts'
import type { Db, TableName } from '../storage/schema.ts'
import { testStores } from '../testing/stores.ts'
import { makeBackup, openAsIs } from './backup.ts'
import { type Contents, factsOf } from './contents.ts'
import { restoreBackup } from './restore.ts'

const stores = testStores()
// deleting the databases of PostgreSQL takes long on a busy disk
afterAll(() => Promise.all(stores.map((store) => store.close())), 120_000)

const NOW = Date.UTC(2026, 10, 23)
const release = '0.1.0'
const table = 'data/Größe.0a0b0c0d0e0f.duckdb'

type Store = (typeof stores)[number]
type Site = Awaited<ReturnType<Store['fresh']>> & { keyFile: string }
const open: Db[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const db of open.splice(0)) await db.destroy()
})

async function dbOf({ home, databaseUrl }: Site): Promise<Db> {
  const { db } = await openStore({ home, databaseUrl, poolSize: 3, now: () => NOW, said: () => undefined })
  open.push(db)
  return db
}

/** A home that does not exist yet, and an empty database. */
async function emptySite(store: Store): Promise<Site> {
  const fresh = await store.fresh()
  const home = join(fresh.home, 'new home')
  return { ...fresh, home, keyFile: join(home, 'master.key') }
}

/** A home with users, texts of all kinds, a table and a plugin. */
async function filledSite(store: Store): Promise<{ site: Site; db: Db }> {
  const site = await emptySite(store)
  mkdirSync(site.home)
  const db = await dbOf(site)
  await openKeys(site.keyFile, db)
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
  const generation = { database_id: id, table_name: 'Größe', rows: 1, bytes: 2, columns: '[]', created_on: NOW }
  await db
    .insertInto('table_generations')
    .values([
      { ...generation, generation: 1, file: 'data/Größe.000000000001.duckdb', is_current: false },
      { ...generation, generation: 2, file: table, is_current: true },
    ])
    .execute()
  mkdirSync(join(site.home, 'data'))
  mkdirSync(join(site.home, 'plugins'))
  writeFileSync(join(site.home, table), 'rows of the table', { mode: 0o644 })
  writeFileSync(join(site.home, 'plugins/p.js'), 'script')
  writeFileSync(join(site.home, 'plugins/notes.txt'), 'not served')
  mkdirSync(join(site.home, 'cache'))
  return { site, db }
}

const tables: TableName[] = ['users', 'databases', 'datasets', 'table_generations', 'settings', 'search_queue']
const contentOf = async (db: Db) =>
  Object.fromEntries(
    await Promise.all(tables.map(async (name) => [name, await db.selectFrom(name).selectAll().execute()])),
  ) as Record<string, unknown[]>

/** Every file of a folder, relative to it. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

async function backupOf(store: Store): Promise<{ site: Site; folder: string }> {
  const { site, db } = await filledSite(store)
  const { folder } = await makeBackup({ config: site, now: NOW, release })
  await db.destroy()
  open.length = 0
  return { site, folder }
}

const listOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Contents
const writeList = (folder: string, contents: unknown) =>
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(contents))

/** Changes the lines of the metadata in a backup, and updates the list of its files accordingly. */
async function changeRows(folder: string, change: (lines: string[]) => (string | undefined)[]): Promise<void> {
  const file = join(folder, 'metadata.jsonl.gz')
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')).join('\n')))
  const contents = listOf(folder)
  writeList(folder, { ...contents, files: { ...contents.files, 'metadata.jsonl.gz': await factsOf(file) } })
}

const isEmptyStore = async (site: Site) => {
  if (site.databaseUrl === undefined) return true
  const { db } = await openAsIs(site)
  open.push(db)
  const found = await db.introspection.getTables()
  return found.length === 0
}

type Damage = [(folder: string) => unknown, RegExp]

const NEWER =
  /The backup has schema version 9999 \(release 9\.0\), but this release supports version \d+\. Restore it with/

const fileDamages: Damage[] = [
  [(folder) => rmSync(join(folder, 'backup.json')), /is not a backup of Sextant: it has no backup\.json/],
  [(folder) => writeFileSync(join(folder, 'backup.json'), '{"format":'), /backup\.json is damaged/],
  [(folder) => writeList(folder, { ...listOf(folder), schema: 9999, release: '9.0' }), NEWER],
  [(folder) => rmSync(join(folder, table)), /not complete: data\/.* is missing/],
  [(folder) => writeFileSync(join(folder, table), 'rows of the tabl'), /data\/.* was changed or cut off/],
  [(folder) => writeFileSync(join(folder, 'plugins/p.js'), 'Script'), /plugins\/p\.js was changed/],
  [(folder) => writeFileSync(join(folder, 'metadata.jsonl.gz'), 'no archive'), /metadata.* was changed/],
  [
    (folder) => {
      rmSync(join(folder, table))
      symlinkSync('/etc/passwd', join(folder, table))
    },
    /data\/.* is not a file/,
  ],
  ...['../outside', 'data/../../outside', '/etc/outside', 'data/a/b', 'data/..', 'metadata.sqlite'].map(
    (path): Damage => [
      (folder) => {
        const contents = listOf(folder)
        writeList(folder, { ...contents, files: { ...contents.files, [path]: contents.files[table] } })
      },
      /names a file that does not belong in a backup/,
    ],
  ),
]

const lineDamages: Damage[] = [
  [(folder) => changeRows(folder, (lines) => lines.slice(0, -1)), /was cut off/],
  [(folder) => changeRows(folder, ([first, , ...rest]) => [first, ...rest]), /was cut off/],
  [
    (folder) => changeRows(folder, (lines) => lines.map((line) => line.replaceAll(table, '../../outside'))),
    /names a file outside of its tables: \.\.\/\.\.\/outside/,
  ],
  [
    (folder) => changeRows(folder, (lines) => lines.map((line) => line.replaceAll('Größe.0', 'Größe.1'))),
    /not complete: data\/.* is missing/,
  ],
]

/** Rows that the store rejects. */
const rowDamages: Damage[] = [
  [
    (folder) => changeRows(folder, (lines) => lines.map((line) => line.replace('"username"', '"nickname"'))),
    /its rows of users do not fit/,
  ],
  [
    (folder) => changeRows(folder, (lines) => lines.map((line) => line.replace('"database_id":1', '"database_id":7'))),
    /(refers to rows|foreign key)/,
  ],
  [
    (folder) =>
      changeRows(folder, (lines) =>
        lines.map((line) => line.replace(/"value":"[0-9a-f]{64}"/, `"value":"${'0'.repeat(64)}"`)),
      ),
    /master key .* is not the one that this metadata was written with/,
  ],
]

async function refusesAll(store: Store, damages: readonly Damage[]): Promise<void> {
  const { folder } = await backupOf(store)
  const broken = `${folder}-broken`
  const target = await emptySite(store)
  for (const [damage, message] of damages) {
    await promisify(execFile)('cp', ['-a', folder, broken])
    await damage(broken)
    await expect(restoreBackup({ config: target, folder: broken, now: NOW })).rejects.toThrow(message)
    expect(existsSync(target.home), String(message)).toBe(false)
    rmSync(broken, { recursive: true })
  }
  expect(await isEmptyStore(target)).toBe(true)
  // the same target accepts the complete backup
  await restoreBackup({ config: target, folder, now: NOW })
}

const pairs = stores.flatMap((from) => stores.map((to) => ({ from, to, name: `${from.kind} to ${to.kind}` })))

describe.each(pairs)('backup of $name', ({ from, to }) => {
  const available = it.skipIf(!from.isAvailable || !to.isAvailable)

  available('restores everything, while the server writes on', { timeout: 60_000 }, async () => {
    const { site, db } = await filledSite(from)
    const before = await contentOf(db)
    const writing = new AbortController()
    const writes = (async () => {
      for (let index = 0; !writing.signal.aborted; index++) {
        await db
          .insertInto('settings')
          .values({ name: `written ${index}`, value: 'later' })
          .execute()
        // SQLite responds synchronously: without a pause nothing else would ever run
        await setImmediate()
      }
    })()
    const folder = join(site.home, 'backups/mine')
    const made = await makeBackup({ config: site, folder, now: NOW, release }).finally(() => writing.abort())
    await writes
    expect(made).toMatchObject({ folder, tables: 1, schema: migrations.at(-1)?.version })
    expect(filesIn(folder)).toEqual(['backup.json', table, 'master.key', 'metadata.jsonl.gz', 'plugins/p.js'])
    for (const file of filesIn(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    for (const name of ['', 'data', 'plugins']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700)

    const target = await emptySite(to)
    expect(await restoreBackup({ config: target, folder, now: NOW })).toEqual({ schema: made.schema, tables: 1 })
    const restored = await dbOf(target)
    const after = await contentOf(restored)
    // the backup contains the rows that were written while it ran up to some point, without gaps
    const isOld = (row: unknown) => !(row as { name?: string }).name?.startsWith('written ')
    expect({ ...after, settings: after['settings']?.filter(isOld) }).toEqual(before)
    const count = after['settings']?.filter((row) => !isOld(row)).length ?? 0
    for (let index = 0; index < count; index++) {
      expect(after['settings']).toContainEqual({ name: `written ${index}`, value: 'later' })
    }
    expect(filesIn(target.home).filter((name) => !name.startsWith('metadata'))).toEqual([
      table,
      'master.key',
      'plugins/p.js',
    ])
    expect(readFileSync(join(target.home, table), 'utf8')).toBe('rows of the table')
    expect(readFileSync(target.keyFile, 'utf8')).toBe(readFileSync(site.keyFile, 'utf8'))
    expect(statSync(target.keyFile).mode & 0o777).toBe(0o600)
    // the key matches, ids continue, references are checked, and searches find what was restored
    await openKeys(target.keyFile, restored)
    const zoe = { username: 'zoe', firstName: 'Z', lastName: 'Z', email: 'z@x.org', password: 'password-of-z' }
    expect(await createUser(restored, { ...zoe, roles: [] }, NOW)).toBeGreaterThan(2)
    const stray = { uuid: 'q', table_name: 'q', database_id: 999, created_on: 0, changed_on: 0 }
    await expect(restored.insertInto('datasets').values(stray).execute()).rejects.toThrow()
    expect(
      await restored
        .selectFrom('datasets_search' as 'datasets')
        .select('table_name')
        .execute(),
    ).toEqual([{ table_name: 'größe' }])
  })
})

describe.each(stores)('restore on $kind', (store) => {
  const available = it.skipIf(!store.isAvailable)

  available('refuses a home or a database with content', { timeout: 60_000 }, async () => {
    const { site, folder } = await backupOf(store)
    const order = { folder, now: NOW }
    const before = filesIn(site.home)
    await expect(restoreBackup({ ...order, config: site })).rejects.toThrow(/is not empty \(cache, data, /)
    expect(filesIn(site.home)).toEqual(before)

    const target = await emptySite(store)
    mkdirSync(target.home)
    writeFileSync(target.keyFile, 'another key')
    await expect(restoreBackup({ ...order, config: target })).rejects.toThrow(/is not that of the backup/)
    rmSync(target.keyFile)
    if (site.databaseUrl !== undefined) {
      const used = { ...target, databaseUrl: site.databaseUrl }
      await expect(restoreBackup({ ...order, config: used })).rejects.toThrow(/DATABASE_URL has metadata already/)
      expect(await (await dbOf(site)).selectFrom('users').select('username').execute()).toHaveLength(2)
    }
    expect(filesIn(target.home)).toEqual([])
    // an existing key is used
    const keyFile = join(target.home, '../shared.key')
    writeFileSync(keyFile, readFileSync(site.keyFile), { mode: 0o600 })
    await restoreBackup({ ...order, config: { ...target, keyFile } })
    expect(existsSync(target.keyFile)).toBe(false)
  })

  available(
    'refuses files that are not complete, changed or elsewhere, and leaves nothing',
    { timeout: 60_000 },
    async () => {
      await refusesAll(store, fileDamages)
    },
  )

  available('refuses rows that are not complete or do not fit, and leaves nothing', { timeout: 120_000 }, async () => {
    // each case takes seconds on PostgreSQL; lines that are rejected before a row is written are only tested on SQLite
    await refusesAll(store, store.kind === 'sqlite' ? [...lineDamages, ...rowDamages] : rowDamages)
  })

  available('migrates the backup of an older release', { timeout: 60_000 }, async () => {
    const site = await emptySite(store)
    mkdirSync(site.home)
    const { db, kind } = await openAsIs(site)
    open.push(db)
    const known = migrations.filter(({ version }) => version <= 15)
    await migrate(db, { kind, migrations: known, now: () => NOW, backup: async () => undefined })
    await openKeys(site.keyFile, db)
    await db.insertInto('settings').values({ name: 'old', value: 'kept' }).execute()
    const { folder, schema } = await makeBackup({ config: site, now: NOW, release })
    expect(schema).toBe(15)
    const target = await emptySite(store)
    await restoreBackup({ config: target, folder, now: NOW })
    const { rows } = { rows: await (await dbOf(target)).selectFrom('settings').selectAll().execute() }
    expect(rows).toContainEqual({ name: 'old', value: 'kept' })
  })

  available('leaves nothing when it is stopped', { timeout: 60_000 }, async () => {
    const { folder } = await backupOf(store)
    const target = await emptySite(store)
    const stop = new AbortController()
    const restoring = restoreBackup({ config: target, folder, now: NOW, signal: stop.signal })
    stop.abort()
    await expect(restoring).rejects.toThrow(/aborted/)
    expect(existsSync(target.home)).toBe(false)
    expect(await isEmptyStore(target)).toBe(true)
  })
})

const sqlite = stores[0]
if (!sqlite) throw new Error('no store')
const root = join(import.meta.dirname, '../../..')

/** The same system, with a small disk at `folder`. */
const mount = (folder: string, bytes: number) => ['--dev-bind', '/', '/', '--size', `${bytes}`, '--tmpfs', folder, '--']
const canMount = spawnSync('bwrap', [...mount('/tmp', 4096), 'true']).status === 0

/** Without the cache of compiled code: a process that is killed should not be writing it. */
function environment(home: string) {
  const { NODE_COMPILE_CACHE: _compiled, ...own } = process.env
  return { ...own, SEXTANT_HOME: home, PORT: '0', DATABASE_URL: '' }
}

async function run(program: string, home: string, ...args: string[]) {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [`src/server/${program}.ts`, ...args], {
      env: environment(home),
      cwd: root,
    })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, text: stderr }
  }
}

it('two restores into one home at the same time: one succeeds', async () => {
  const { folder } = await backupOf(sqlite)
  const target = await emptySite(sqlite)
  const both = await Promise.allSettled([1, 2].map(() => restoreBackup({ config: target, folder, now: NOW })))
  expect(both.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason.message) : 'restored'))).toEqual([
    'restored',
    expect.stringMatching(/Another restore into .* is running|is not empty/),
  ])
  expect(await (await dbOf(target)).selectFrom('users').select('id').execute()).toHaveLength(2)
  expect(existsSync(join(target.home, 'restoring'))).toBe(false)
})

describe('the commands', () => {
  it('print one sentence', { timeout: 60_000 }, async () => {
    const { site, db } = await filledSite(sqlite)
    const folder = join(site.home, 'backups/mine')
    expect(await run('backup/makeBackup', site.home, folder)).toEqual({
      code: 0,
      text: expect.stringMatching(/mine: metadata of schema \d+, 1 tables and the master key, \d+\.\d MB\n$/),
    })
    expect(await run('backup/makeBackup', site.home, folder)).toEqual({
      code: 1,
      text: `${folder} exists already. Name a new folder.\n`,
    })
    await db.destroy()
    open.length = 0
    const empty = (await sqlite.fresh()).home
    expect((await run('backup/makeBackup', empty)).text).toMatch(/has no metadata/)
    expect((await run('backup/runRestore', empty)).text).toBe('Usage: npm run restore -- FOLDER\n')
    expect((await run('backup/runRestore', empty, '/nowhere')).text).toMatch(/it has no backup\.json/)
    expect(await run('backup/runRestore', empty, folder)).toMatchObject({ code: 0 })
    expect((await run('backup/runRestore', empty, folder)).text).toMatch(/is not empty/)
  })

  // the disk fills up while the metadata, its rows, a table or the key is written
  it.runIf(canMount)('report a full disk, and leave nothing behind', { timeout: 120_000 }, async () => {
    const { site, folder } = await backupOf(sqlite)
    const disk = (await sqlite.fresh()).home
    const limited = async (bytes: number, program: string, home: string, target: string) => {
      const command = '"$0" "$1" "$2"; find "$3" -mindepth 1'
      const script = `src/server/backup/${program}.ts`
      const { stdout, stderr } = await promisify(execFile)(
        'bwrap',
        [...mount(disk, bytes), 'sh', '-c', command, process.execPath, script, target, disk],
        { env: environment(home), cwd: root },
      )
      return { stdout, stderr }
    }
    for (const bytes of [16_384, 131_072, 524_288]) {
      expect(await limited(bytes, 'makeBackup', site.home, join(disk, 'backup')), `${bytes}`).toEqual({
        stdout: '',
        stderr: `The disk of ${disk} is full. Nothing was backed up.\n`,
      })
      expect(await limited(bytes, 'runRestore', disk, folder), `${bytes}`).toEqual({
        stdout: '',
        stderr: `The disk of ${disk} is full. Nothing was restored.\n`,
      })
    }
  })

  it('report which folder cannot be written', { timeout: 60_000 }, async () => {
    const { site } = await backupOf(sqlite)
    const file = join((await sqlite.fresh()).home, 'a file')
    writeFileSync(file, '')
    expect(await run('backup/makeBackup', site.home, join(file, 'backup'))).toEqual({
      code: 1,
      text: `${file} cannot be used (EEXIST). Nothing was backed up.\n`,
    })
  })

  it('restore again after a kill; meanwhile the server refuses to start', { timeout: 120_000 }, async () => {
    const { folder } = await backupOf(sqlite)
    const home = join((await sqlite.fresh()).home, 'home')
    let kills = 0
    // each time a little later, until one run ends before its kill
    for (let delayMs = 1; ; delayMs *= 2) {
      const child = spawn(process.execPath, ['src/server/backup/runRestore.ts', folder], {
        env: environment(home),
        cwd: root,
        stdio: 'ignore',
      })
      children.push(child)
      const ended = new Promise<number | null>((done) => child.once('exit', done))
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null
      const marked = await waitFor(() => existsSync(join(home, 'restoring')) || hasEnded())
      const timer = marked ? setTimeout(() => child.kill('SIGKILL'), delayMs) : undefined
      const code = await ended
      clearTimeout(timer)
      if (code === 0 || existsSync(join(home, 'metadata.sqlite'))) break
      kills += 1
      if (kills === 1 && existsSync(join(home, 'restoring'))) {
        expect((await run('main', home)).text).toBe(
          `A backup was not restored completely into ${home}. Run \`npm run restore\` again.\n`,
        )
      }
    }
    expect(kills).toBeGreaterThan(0)
    const db = await dbOf({ home, databaseUrl: undefined, keyFile: join(home, 'master.key') })
    await openKeys(join(home, 'master.key'), db)
    expect(await db.selectFrom('users').select('username').orderBy('username').execute()).toEqual([
      { username: 'ann' },
      { username: 'bob' },
    ])
    expect(existsSync(join(home, 'restoring'))).toBe(false)
    expect(readFileSync(join(home, table), 'utf8')).toBe('rows of the table')
  })
})

async function waitFor(isTrue: () => boolean): Promise<true> {
  while (!isTrue()) await setImmediate()
  return true
}
