import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { JobFailure, type JobKind } from '../jobs/kind.ts'
import type { Services } from '../services.ts'
import { stampOf } from './backup.ts'

const WAIT_MS = 10 * 60_000
const MOST_TEXT = 2000
/** Backups that the schedule wrote, complete or not: nothing else is ever deleted. */
const SCHEDULED = /^scheduled-\d{8}T\d{6}Z(\.partial)?$/

/** Backups by the schedule of the settings, in a process of their own: the server keeps responding. */
export const backupJob = ({ config, now }: Pick<Services, 'config' | 'now'>): JobKind => ({
  name: 'backup',
  isStoppable: true,
  crontab: config.backups.crontab ?? null,
  attempts: 3,
  waitMs: (attempt) => attempt * WAIT_MS,
  async run({ signal }) {
    const { folder, most } = config.backups
    const name = `scheduled-${stampOf(now())}`
    await runBackup(config, join(folder, name), signal)
    deleteOlder(folder, name, most)
    return undefined
  },
})

/** Runs the command `npm run backup` with the settings of this server. Leaves nothing half-done. */
function runBackup({ home, databaseUrl, keyFile }: Config, folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'makeBackup.ts'), folder], {
      env: { ...process.env, SEXTANT_HOME: home, DATABASE_URL: databaseUrl ?? '', SEXTANT_KEY_FILE: keyFile },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let text = ''
    child.stderr.on('data', (piece: Buffer) => {
      text = `${text}${piece.toString()}`.slice(0, MOST_TEXT)
    })
    const stop = () => child.kill('SIGTERM')
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    child.on('error', reject)
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) done()
      else reject(new JobFailure(text.trim() || 'The backup ended without a message.'))
    })
  })
}

/** Deletes scheduled backups beyond the last `most`, and those that were not completed before this one. */
function deleteOlder(folder: string, newest: string, most: number): void {
  if (!existsSync(folder)) return
  const names = readdirSync(folder)
    .filter((name) => SCHEDULED.test(name))
    .toSorted()
  const kept = new Set(names.filter((name) => !name.endsWith('.partial')).slice(-most))
  for (const name of names) {
    const isLater = name.endsWith('.partial') && name > newest
    if (!kept.has(name) && !isLater) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
