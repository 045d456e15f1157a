import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Folder names of this machine start with this: nodes may share a home folder, but know only their own processes. */
const own = (): string => `child-${hostname().replaceAll(/\W/g, '_')}-`

/** A private folder for one child process. The caller deletes it when the child has ended. */
export function makeScratch(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  return mkdtempSync(join(parent, `${own()}${process.pid}-`))
}

/**
 * Deletes the folder of a child that has ended. A killed process may have created one more file, and Windows locks its
 * files for a moment; what cannot be deleted now is deleted when the next process starts.
 */
export function removeScratch(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  } catch {
    // see above
  }
}

/** Deletes the folders of processes that ended without deleting them. */
export function removeAbandonedScratch(parent: string): void {
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(own())) continue
    const folder = join(parent, name)
    const pid = Number.parseInt(name.slice(own().length), 10)
    if (pid === process.pid ? isOlderThanThisProcess(folder) : !isAlive(pid)) removeScratch(folder)
  }
}

/** Whether an earlier process with the same id left the folder: in a container, each start has the same process id. */
function isOlderThanThisProcess(folder: string): boolean {
  const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
  return changed !== undefined && changed < Date.now() - process.uptime() * 1000
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists, but belongs to another user
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
