/** `npm run backup [-- FOLDER]`: a backup of the metadata, tables and key, also while the server runs. */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { startFailure } from '../startFailure.ts'
import { BackupError, makeBackup } from './backup.ts'

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.length > 1) throw new BackupError('Usage: npm run backup [-- FOLDER]')
  process.umask(0o077)
  const made = await makeBackup(readConfig(process.env), positionals[0], Date.now())
  process.stdout.write(`${made.folder}: metadata of schema ${made.schema}, ${made.tables} tables, the master key\n`)
  return 0
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof BackupError ? error.message : startFailure(error)}\n`)
  return 1
})
