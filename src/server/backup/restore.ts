import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { moveDurably, sync } from '../../engine/ingest/durable.ts'
import { openKeys } from '../access/keys.ts'
import type { Config } from '../config.ts'
import { applyMigration, lockSchema, type StoreKind, schemaVersion } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { makePrivateFolder } from '../storage/privateFolder.ts'
import type { Db } from '../storage/schema.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { RESTORING_FILE } from '../storage/unfinishedRestore.ts'
import { openAsIs } from './backup.ts'
import { BackupError, explained } from './backupError.ts'
import {
  type Contents,
  checkFacts,
  checkIsFile,
  copyPrivately,
  factsOf,
  KEY_FILE,
  ROWS_FILE,
  readContents,
} from './contents.ts'
import { readRows } from './rows.ts'

interface Order {
  config: Pick<Config, 'home' | 'databaseUrl' | 'keyFile'>
  folder: string
  now: number
  signal?: AbortSignal | undefined
}

const METADATA_FILE = 'metadata.sqlite'
/** The new metadata until it is complete. */
const FRESH_FILE = 'metadata.restoring.sqlite'
/** Folders that a restore writes into the home, in addition to the metadata and the key. */
const FOLDERS = ['data', 'plugins']
/** Files and folders that a home may contain before a restore; a rejected start leaves `scratch` behind. */
const HARMLESS = new Set(['backups', 'lost+found', 'scratch', RESTORING_FILE])

const newest = migrations.at(-1)?.version ?? 0

/**
 * Restores a backup into an empty home and an empty metadata store. The metadata is written last, in one step: until
 * then the server does not start with this home, and the same command can be run again. A failure leaves nothing
 * behind. @throws BackupError
 */
export async function restoreBackup(order: Order): Promise<{ schema: number; tables: number }> {
  const { config, folder, signal } = order
  const { home, keyFile } = config
  const contents = readContents(folder)
  if (contents.schema > newest) {
    throw new BackupError(
      `The backup has schema version ${contents.schema} (release ${contents.release}), but this release supports version ${newest}. Restore it with the newer release.`,
    )
  }
  for (const path of Object.keys(contents.files)) checkIsFile(folder, path)
  const hadHome = existsSync(home)
  const isLeftOver = existsSync(join(home, RESTORING_FILE))
  // nothing is written into a home that is in use
  if (!isLeftOver) checkIsEmpty(home, keyFile)
  makePrivateFolder(home)
  const mark = takeMark(home)
  let isClean = !isLeftOver
  try {
    if (isLeftOver) await clearUnfinished(config)
    isClean = true
    const hadKey = checkKey(order)
    checkIsEmpty(home, keyFile)
    await checkDatabaseIsEmpty(config)
    try {
      isClean = false
      await copyFiles(order, contents, hadKey)
      await (config.databaseUrl ? restorePostgres(order, contents) : restoreSqlite(order, contents))
    } catch (error) {
      remove(home, hadKey ? undefined : keyFile)
      isClean = true
      throw error
    }
    isClean = true
  } catch (error) {
    signal?.throwIfAborted()
    throw explained(error, home, 'Nothing was restored.')
  } finally {
    const removeMark = () => isClean && rmSync(join(home, RESTORING_FILE), { force: true })
    // deleted while locked: afterwards it may belong to another restore; Windows cannot delete an open file
    const canDeleteOpen = process.platform !== 'win32'
    if (canDeleteOpen) removeMark()
    mark.close()
    if (!canDeleteOpen) removeMark()
    if (!hadHome) removeEmpty(home)
  }
  return {
    schema: contents.schema,
    tables: Object.keys(contents.files).filter((path) => path.startsWith('data/')).length,
  }
}

const SQLITE_BUSY = 5

/**
 * The file that keeps the server from starting. The system locks it while this process runs, so that a second restore
 * into the same home is rejected. @throws BackupError
 */
function takeMark(home: string): { close(): void } {
  const file = join(home, RESTORING_FILE)
  const mark = new DatabaseSync(file, { timeout: 0 })
  try {
    const { ino } = statSync(file)
    // nothing is ever written into it: without a journal file, no second file remains after a kill or on a full disk
    mark.exec('pragma journal_mode = memory')
    mark.exec('begin exclusive')
    // the other restore ended in between, and deleted the file that this one locked
    if (statSync(file, { throwIfNoEntry: false })?.ino !== ino) throw anotherRuns(home)
    return mark
  } catch (error) {
    mark.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) throw error
    throw anotherRuns(home)
  }
}

const anotherRuns = (home: string) => new BackupError(`Another restore into ${home} is running.`)

/** Deletes what a restore wrote, except the mark. */
function remove(home: string, keyFile: string | undefined): void {
  for (const name of FOLDERS) rmSync(join(home, name), { recursive: true, force: true })
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(home, FRESH_FILE + suffix), { force: true })
  rmSync(join(home, METADATA_FILE), { force: true })
  if (keyFile !== undefined) rmSync(keyFile, { force: true })
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // the folder contains other files
  }
}

/**
 * Deletes what a killed restore left behind. The home was empty before, so everything with these names was written by
 * that restore.
 */
async function clearUnfinished(config: Order['config']): Promise<void> {
  const { home, keyFile } = config
  // metadata is the last step: that restore was complete
  if (await hasMetadata(config)) return
  remove(home, keyFile === join(home, KEY_FILE) ? keyFile : undefined)
}

async function hasMetadata(config: Order['config']): Promise<boolean> {
  if (config.databaseUrl === undefined) return existsSync(join(config.home, METADATA_FILE))
  const { db, kind } = await openAsIs(config)
  try {
    return (await schemaVersion(db, kind)) > 0
  } finally {
    await db.destroy()
  }
}

function checkIsEmpty(home: string, keyFile: string): void {
  if (!existsSync(home)) return
  const found = readdirSync(home).filter((name) => !HARMLESS.has(name) && join(home, name) !== keyFile)
  if (found.length === 0) return
  const names = found.length > 3 ? [...found.slice(0, 3), '...'] : found
  throw new BackupError(
    `${home} is not empty (${names.join(', ')}). Set SEXTANT_HOME to a new folder, or move these files away.`,
  )
}

async function checkDatabaseIsEmpty(config: Order['config']): Promise<void> {
  if (config.databaseUrl === undefined || !(await hasMetadata(config))) return
  throw databaseIsUsed()
}

const databaseIsUsed = () =>
  new BackupError('The database of DATABASE_URL has metadata already. Create a new database for the restore.')

/** Whether the key already exists, outside the home for example. Another key is never replaced. */
function checkKey({ config: { keyFile }, folder }: Order): boolean {
  if (!existsSync(keyFile)) return false
  if (readFileSync(keyFile, 'utf8').trim() === readFileSync(join(folder, KEY_FILE), 'utf8').trim()) return true
  throw new BackupError(`The key in ${keyFile} is not that of the backup. Move the file away.`)
}

async function copyFiles({ config, folder, signal }: Order, contents: Contents, hasKey: boolean): Promise<void> {
  for (const [path, facts] of Object.entries(contents.files)) {
    const from = join(folder, path)
    if (path === ROWS_FILE || (path === KEY_FILE && hasKey)) checkFacts(path, await factsOf(from, signal), facts)
    else {
      const to = path === KEY_FILE ? config.keyFile : join(config.home, path)
      checkFacts(path, await copyPrivately(from, to, signal), facts)
    }
  }
}

/** Creates a store of this version from the rows of a backup of any older version. All or nothing. */
async function fillStore(db: Db, kind: StoreKind, order: Order, contents: Contents): Promise<void> {
  const { config, folder, now, signal } = order
  await db.transaction().execute(async (trx) => {
    await lockSchema(trx, kind)
    // a node may have started meanwhile
    if ((await schemaVersion(trx, kind)) > 0) throw databaseIsUsed()
    const apply = async (isPart: (version: number) => boolean) => {
      for (const migration of migrations) if (isPart(migration.version)) await applyMigration(trx, kind, migration, now)
    }
    await apply((version) => version <= contents.schema)
    await readRows(trx, kind, {
      file: join(folder, ROWS_FILE),
      schema: contents.schema,
      hasFile: (path) => Object.hasOwn(contents.files, path),
      signal,
    })
    await apply((version) => version > contents.schema)
    // rejects a key that does not match the metadata
    await openKeys(config.keyFile, trx)
    signal?.throwIfAborted()
  })
}

async function restoreSqlite(order: Order, contents: Contents): Promise<void> {
  const fresh = join(order.config.home, FRESH_FILE)
  const db = openSqlite(fresh)
  try {
    await sql`pragma foreign_keys = off`.execute(db)
    await fillStore(db, 'sqlite', order, contents)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
  } finally {
    await db.destroy()
  }
  sync(fresh)
  moveDurably(fresh, join(order.config.home, METADATA_FILE))
}

async function restorePostgres(order: Order, contents: Contents): Promise<void> {
  const { db, kind } = await openAsIs(order.config)
  try {
    await fillStore(db, kind, order, contents)
  } finally {
    await db.destroy()
  }
}
