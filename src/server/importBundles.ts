/**
 * `npm run import -- [--overwrite] PATH...`: imports bundles (ZIP files or folders) as the first administrator.
 * Existing objects are not changed, or replaced with `--overwrite`. Works while the server runs.
 */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../model/errors/errors.ts'
import { openKeys } from './access/keys.ts'
import { readConfig } from './config.ts'
import { importBundle } from './importExport/importBundle.ts'
import { startFailure } from './startFailure.ts'
import { openStore } from './storage/open.ts'
import { makePrivateFolder } from './storage/privateFolder.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { overwrite: { type: 'boolean' } }, allowPositionals: true })
  if (positionals.length === 0) {
    say('Usage: npm run import -- [--overwrite] PATH...')
    return 1
  }
  const config = readConfig(process.env)
  makePrivateFolder(config.home)
  const { home, databaseUrl, databasePool } = config
  const { db } = await openStore({ home, databaseUrl, poolSize: databasePool, now: Date.now, said: say })
  try {
    const keys = await openKeys(config.keyFile, db)
    const admin = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', config.admin.username)
      .executeTakeFirst()
    let failed = 0
    for (const path of positionals.map((name) => resolve(name))) {
      try {
        const source = statSync(path).isDirectory() ? path : readFileSync(path)
        const author = { userId: admin?.id ?? null, now: Date.now() }
        const order = { author, overwrite: values.overwrite === true }
        const result = await importBundle({ db, keys, now: Date.now }, source, order)
        const counts = [`${result.dashboards.size} dashboards`, `${result.charts.size} charts`]
        say(`${path}: ${counts.join(', ')}, ${result.datasets.size} datasets`)
      } catch (error) {
        failed++
        say(`${path}: ${reason(error)}`)
      }
    }
    return failed > 0 ? 1 : 0
  } finally {
    await db.destroy()
  }
}

function reason(error: unknown): string {
  if (!(error instanceof AppError)) return (error as Error).message
  return error.extra ? `${error.message} ${JSON.stringify(error.extra)}` : error.message
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  return 1
})
