/** `npm run backup [-- FOLDER]`: a backup of the metadata, tables, plugins and key, also while the server runs. */
import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { makeBackup } from './backup.ts'
import { BackupError } from './backupError.ts'
import { release, runCommand } from './command.ts'

const MB = 1e6

await runCommand('The backup', async ({ positionals, signal }) => {
  if (positionals.length > 1) throw new BackupError('Usage: npm run backup [-- FOLDER]')
  const [folder] = positionals
  const made = await makeBackup({
    config: readConfig(process.env),
    folder: folder === undefined ? undefined : resolve(folder),
    now: Date.now(),
    release: release(),
    signal,
  })
  return `${made.folder}: metadata of schema ${made.schema}, ${made.tables} tables and the master key, ${(made.bytes / MB).toFixed(1)} MB`
})
