/**
 * `npm run tables -- DIR`: loads every Parquet, CSV and JSON file of a folder as a table of the embedded database
 * `examples`, with the name of the file. Can be repeated, even while the server runs: the server then uses the new
 * rows.
 */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import { loadFolder } from './embedded/loadFolder.ts'
import { openSharedFiles } from './embedded/openSharedFiles.ts'
import { createEmbeddedTables, ensureExamplesDatabase } from './embedded/tables.ts'
import { startFailure } from './startFailure.ts'
import { openStore } from './storage/open.ts'
import { makePrivateFolder } from './storage/privateFolder.ts'
import { warmUpSoon } from './warmUp/warmUpSchedule.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(folder: string | undefined): Promise<number> {
  if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    say(folder === undefined ? 'Usage: npm run tables -- DIR' : `The folder ${resolve(folder)} does not exist.`)
    return 1
  }
  const config = readConfig(process.env)
  makePrivateFolder(config.home)
  const { home, databaseUrl, databasePool } = config
  const { db } = await openStore({ home, databaseUrl, poolSize: databasePool, now: Date.now, said: say })
  try {
    const databaseId = await ensureExamplesDatabase(db, Date.now)
    const tables = createEmbeddedTables(db, home, Date.now, {
      shared: await openSharedFiles(config.sharedFiles),
      async renewed(trx) {
        if (config.warmUp.crontab !== undefined) await warmUpSoon(trx, Date.now())
      },
    })
    const loaded = await loadFolder(tables, databaseId, resolve(folder), (file) => {
      say('error' in file ? `${file.file}: ${file.error}` : `${file.table}: ${file.rows.toLocaleString('en')} rows`)
    })
    if (loaded.length === 0) say('No Parquet, CSV or JSON file was found.')
    return loaded.some((file) => 'error' in file) ? 1 : 0
  } finally {
    await db.destroy()
  }
}

process.exitCode = await main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  return 1
})
