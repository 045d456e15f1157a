import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Folder names of this machine start with this: nodes may share a home folder, but know only their own processes. */
const own = (): string => `child-${hostname().replaceAll(/\W/g, '_')}-`

/** A private folder for one child process. The caller deletes it when the child has ended. */
export function makeScratch(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  return mkdtempSync(join(parent, `${own()}${process.pid}-`))
}

/** Deletes the folders of processes that ended without deleting them. */
export function removeAbandonedScratch(parent: string): void {
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(own())) continue
    const pid = Number.parseInt(name.slice(own().length), 10)
    if (!isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // a process of another user exists as well
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
