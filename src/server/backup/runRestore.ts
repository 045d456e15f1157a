/** `npm run restore -- FOLDER`: restores a backup into an empty home. */
import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { BackupError } from './backupError.ts'
import { runCommand } from './command.ts'
import { restoreBackup } from './restore.ts'

await runCommand('The restore', async ({ positionals, signal }) => {
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new BackupError('Usage: npm run restore -- FOLDER')
  const config = readConfig(process.env)
  const restored = await restoreBackup({ config, folder: resolve(folder), now: Date.now(), signal })
  return `${config.home}: metadata of schema ${restored.schema} and ${restored.tables} tables were restored. Start the server.`
})
