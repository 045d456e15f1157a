import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, HEADER_BYTES, headerOf } from './diskEntry.ts'

interface DiskFilesOptions {
  folder: string
  /** Maximum total size of all files, in whole blocks of the file system. */
  maxBytes: number
  /** UTC epoch milliseconds. */
  now(): number
  /** Whether a change to this file is pending: its content on disk is obsolete. */
  isWaiting(name: string): boolean
}

const BLOCK_BYTES = 4096
/** Maximum number of files: a larger folder is slow to scan at the next start. */
const MOST_FILES = 20_000
/**
 * Nodes may share a home folder: after writing this fraction of the cap, the files of other nodes are counted again.
 */
const LOOK_AGAIN_SHARE = 1 / 8

const FINISHED = /^[0-9a-f]{64}$/
/** Ending of incomplete files. If such a file is old, it was left by a process that has ended. */
const UNFINISHED = '.part'
const UNFINISHED_MS = 60_000

/** Size of a result on disk, in whole blocks of the file system. */
export const onDisk = (bytes: number) => Math.ceil((bytes + HEADER_BYTES) / BLOCK_BYTES) * BLOCK_BYTES
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * The files of a folder that holds results, one per result, readable only by the owner. The least recently used are
 * deleted first.
 */
export function createDiskFiles({ folder, maxBytes, now, isWaiting }: DiskFilesOptions) {
  /** In order of use, least recently used first. `bytes`: size on disk. */
  const files = new Map<string, { bytes: number; expiresOn: number }>()
  let usedBytes = 0
  let writtenSinceLook = 0

  const pathOf = (name: string) => join(folder, name)

  function forget(name: string): void {
    usedBytes -= files.get(name)?.bytes ?? 0
    files.delete(name)
  }

  function remember(name: string, bytes: number, expiresOn: number): void {
    forget(name)
    files.set(name, { bytes, expiresOn })
    usedBytes += bytes
  }

  async function discard(name: string): Promise<void> {
    forget(name)
    await rm(pathOf(name), { force: true })
  }

  async function makeRoom(bytes: number): Promise<void> {
    for (const name of files.keys()) {
      if (usedBytes + bytes <= maxBytes && files.size < MOST_FILES) return
      await discard(name)
    }
  }

  /** Reads the folder: the modification time of a file is its expiry, the access time its last use. */
  async function look(): Promise<void> {
    writtenSinceLook = 0
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found = await finishedIn(folder, now())
    const names = new Set(found.map(({ name }) => name))
    for (const name of files.keys()) if (!names.has(name)) forget(name)
    const known = new Map(files)
    const unknown = found.filter(({ name }) => !known.has(name) && !isWaiting(name))
    files.clear()
    usedBytes = 0
    for (const { name, bytes, expiresOn } of unknown.sort((a, b) => a.usedOn - b.usedOn)) {
      remember(name, bytes, expiresOn)
    }
    // entries used here are more recent than files left by another process or an earlier start
    for (const [name, { bytes, expiresOn }] of known) remember(name, bytes, expiresOn)
    await makeRoom(0)
  }

  async function put(name: string, entry: Entry): Promise<void> {
    const bytes = onDisk(entry.answer.body.length)
    await makeRoom(bytes)
    try {
      await writeWhole(folder, name, entry, now())
    } catch (error) {
      if (!isMissing(error)) throw error
      // the folder was removed
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(folder, name, entry, now())
    }
    remember(name, bytes, entry.expiresOn)
    writtenSinceLook += bytes
  }

  function touch(name: string): void {
    const kept = files.get(name)
    if (!kept) return
    files.delete(name)
    files.set(name, kept)
  }

  /** The bytes of a file; undefined if another process has removed it. */
  async function bytesOf(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(pathOf(name))
    } catch (error) {
      if (!isMissing(error)) throw error
      return undefined
    }
  }

  return {
    find: (name: string) => files.get(name),
    has: (name: string) => files.has(name),
    /** Whether so much was written since the folder was read that it should be read again. */
    isOutdated: () => writtenSinceLook > maxBytes * LOOK_AGAIN_SHARE,
    bytesOf,
    discard,
    forget,
    look,
    put,
    touch,
  }
}

/** The complete results in a folder. Expired ones and old incomplete files are deleted. */
async function finishedIn(folder: string, now: number) {
  const found: { name: string; bytes: number; expiresOn: number; usedOn: number }[] = []
  for (const name of await readdir(folder)) {
    const status = await stat(join(folder, name)).catch(() => undefined)
    if (!status?.isFile()) continue
    const isOld = FINISHED.test(name) ? status.mtimeMs <= now : Date.now() - status.mtimeMs > UNFINISHED_MS
    if (isOld) await rm(join(folder, name), { force: true })
    else if (FINISHED.test(name)) {
      const bytes = onDisk(status.size - HEADER_BYTES)
      found.push({ name, bytes, expiresOn: status.mtimeMs, usedOn: status.atimeMs })
    }
  }
  return found
}

/** Writes a file, under a temporary name until it is complete. */
async function writeWhole(folder: string, name: string, entry: Entry, usedOn: number): Promise<void> {
  const part = join(folder, `${randomUUID()}${UNFINISHED}`)
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile([await headerOf(entry), entry.answer.body])
    } finally {
      await file.close()
    }
    await utimes(part, usedOn / 1000, entry.expiresOn / 1000)
    await rename(part, join(folder, name))
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}
