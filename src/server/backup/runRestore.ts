/** `npm run restore -- FOLDER [--replace]`: restores a backup while the server is stopped. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { startFailure } from '../startFailure.ts'
import { BackupError } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { BrokenBackup } from './rows.ts'

const ANSWER_MS = 2000

/** Whether a server of this configuration runs on this machine. */
async function isRunning({ host, port }: Pick<Config, 'host' | 'port'>): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${name}:${port}/health/live`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return (await answer.text()) === 'OK'
  } catch {
    return false
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean' } }, allowPositionals: true })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new BackupError('Usage: npm run restore -- FOLDER [--replace]')
  process.umask(0o077)
  const config = readConfig(process.env)
  if (await isRunning(config)) throw new BackupError(`A server runs at port ${config.port}. Stop it first.`)
  const order = { config, folder: resolve(folder), replaces: values.replace === true, now: Date.now() }
  const restored = await restoreBackup(order)
  process.stdout.write(
    `Restored: metadata of schema ${restored.schema}, ${restored.tables} tables. Start the server.\n`,
  )
  return 0
}

process.exitCode = await main().catch((error: unknown) => {
  const isOurs = error instanceof BackupError || error instanceof BrokenBackup
  process.stderr.write(`${isOurs ? error.message : startFailure(error)}\n`)
  return 1
})
