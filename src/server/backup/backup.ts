import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moveDurably } from '../../engine/ingest/durable.ts'
import { openKeys } from '../access/keys.ts'
import type { Config } from '../config.ts'
import { createLocalFiles } from '../embedded/localFiles.ts'
import { openSharedFiles } from '../embedded/openSharedFiles.ts'
import { type StoreKind, schemaVersion } from '../storage/migrate.ts'
import { makePrivateFolder } from '../storage/privateFolder.ts'
import type { Db } from '../storage/schema.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { BackupError, explained } from './backupError.ts'
import {
  CONTENTS_FILE,
  type Contents,
  copyPrivately,
  type FileFacts,
  factsOf,
  KEY_FILE,
  PLUGIN_NAME,
  PLUGINS_FOLDER,
  ROWS_FILE,
} from './contents.ts'
import { writeRows } from './rows.ts'

/** A table may be replaced between reading the metadata and copying its file. */
const ATTEMPTS = 3

interface Order {
  config: Pick<Config, 'home' | 'databaseUrl' | 'keyFile'> & Partial<Pick<Config, 'sharedFiles'>>
  /** A new folder; default: one in the folder `backups` of the home. */
  folder?: string | undefined
  now: number
  /** The version of this program. */
  release: string
  signal?: AbortSignal | undefined
}

interface Backup {
  folder: string
  schema: number
  tables: number
  bytes: number
}

/** `20261123T020000Z` */
export const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')

/** Opens the store without migrating it: a backup never migrates. */
export async function openAsIs({
  home,
  databaseUrl,
}: Pick<Config, 'home' | 'databaseUrl'>): Promise<{ db: Db; kind: StoreKind }> {
  if (databaseUrl) {
    const { openPostgres } = await import('../storage/postgres.ts')
    return { db: openPostgres(databaseUrl, 2), kind: 'postgres' }
  }
  return { db: openSqlite(join(home, 'metadata.sqlite')), kind: 'sqlite' }
}

/**
 * A backup of everything that is not a cache, while the server runs: the metadata, the tables that it names, plugins
 * and the master key. The folder appears when it is complete. @throws BackupError
 */
export async function makeBackup(order: Order): Promise<Backup> {
  const { config, now, signal } = order
  const { home, databaseUrl, keyFile } = config
  if (databaseUrl === undefined && !existsSync(join(home, 'metadata.sqlite'))) {
    throw new BackupError(`${home} has no metadata. Set SEXTANT_HOME to the home folder of the server.`)
  }
  const folder = order.folder ?? join(home, 'backups', `backup-${stampOf(now)}`)
  const partial = `${folder}.partial`
  for (const path of [folder, partial]) {
    if (existsSync(path)) throw new BackupError(`${path} exists already. Name a new folder.`)
  }
  const { db, kind } = await openAsIs(config)
  try {
    if ((await schemaVersion(db, kind)) === 0) {
      throw new BackupError('The metadata store is empty: nothing was backed up.')
    }
    if (!existsSync(keyFile)) {
      throw new BackupError(`The master key ${keyFile} does not exist. Use the settings of the server.`)
    }
    // a key of another installation would make the backup useless
    await openKeys(keyFile, db)
    for (let attempt = 1; ; attempt++) {
      try {
        makePrivateFolder(dirname(partial))
        mkdirSync(partial, { mode: 0o700 })
        const contents = await fill(partial, order, { db, kind })
        renameSync(partial, folder)
        return { folder, ...sizeOf(contents) }
      } catch (error) {
        if (existsSync(partial)) rmSync(partial, { recursive: true, force: true })
        signal?.throwIfAborted()
        const { code } = error as NodeJS.ErrnoException
        if (code !== 'ENOENT' || attempt === ATTEMPTS) throw explained(error, dirname(folder), 'Nothing was backed up.')
      }
    }
  } finally {
    await db.destroy()
  }
}

const sizeOf = ({ schema, files }: Contents) => ({
  schema,
  tables: Object.keys(files).filter((path) => path.startsWith('data/')).length,
  bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
})

async function fill(
  target: string,
  { config: { home, keyFile, sharedFiles }, now, release, signal }: Order,
  { db, kind }: { db: Db; kind: StoreKind },
): Promise<Contents> {
  const files: Record<string, FileFacts> = {}
  const { schema, tableFiles } = await writeRows(db, kind, join(target, ROWS_FILE), signal)
  files[ROWS_FILE] = await factsOf(join(target, ROWS_FILE), signal)
  const local = createLocalFiles(home, await openSharedFiles(sharedFiles))
  // another node may have loaded the table, so its file may not be on this node yet
  for (const path of tableFiles) await local.bring(path)
  for (const path of [...tableFiles, ...pluginFiles(home)]) {
    files[path] = await copyPrivately(join(home, path), join(target, path), signal)
  }
  files[KEY_FILE] = await copyPrivately(keyFile, join(target, KEY_FILE), signal)
  const contents: Contents = { format: 1, schema, release, created: new Date(now).toISOString(), files }
  const list = join(target, CONTENTS_FILE)
  writeFileSync(`${list}.partial`, `${JSON.stringify(contents, undefined, 2)}\n`, { mode: 0o600, flush: true })
  moveDurably(`${list}.partial`, list)
  return contents
}

/** The plugin scripts that the server serves. */
function pluginFiles(home: string): string[] {
  const folder = join(home, PLUGINS_FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => PLUGIN_NAME.test(name) && statSync(join(folder, name)).isFile())
    .map((name) => `${PLUGINS_FOLDER}/${name}`)
}
