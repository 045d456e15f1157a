import { hash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { CachedAnswer } from './cache.ts'
import { type Entry, entryOf, HEADER_BYTES, headerOf } from './diskEntry.ts'

export interface DiskStoreOptions {
  folder: string
  /** Maximum total size of all files, in whole blocks of the file system. */
  maxBytes: number
  /**
   * Everything besides the key that determines results, such as the version of the program: entries of another version
   * are ignored.
   */
  stamp: string
  /** UTC epoch milliseconds. */
  now(): number
  onWarning(message: string): void
}

export interface DiskStore {
  /** A result that has not expired. */
  read(key: string): Promise<Entry | undefined>
  /** Does not wait for the disk. Results that arrive faster than the disk can write are dropped. */
  write(key: string, answer: CachedAnswer, expiresOn: number): void
  /** It was used in another cache as well: it is not evicted next. */
  touch(key: string): void
  remove(key: string): void
  /** Resolves when all previous operations are done. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Maximum fraction of the folder for one result. */
const LARGEST_SHARE = 1 / 4
const BLOCK_BYTES = 4096
/** A larger folder is slow to scan at the next start. */
const MOST_FILES = 20_000
/** Results that wait for the disk are in memory. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024
/** Overhead of a waiting result in addition to its body. */
const WAITING_OVERHEAD_BYTES = 1024
/** After a failed write, the disk is not used for this time. */
const PAUSE_MS = 30_000
/** Expired entries are removed without a request. */
const LOOK_AGAIN_MS = 3_600_000
/**
 * Nodes may share a home folder: after writing this fraction of the cap, the files of other nodes are counted again.
 */
const LOOK_AGAIN_SHARE = 1 / 8

const FINISHED = /^[0-9a-f]{64}$/
/** An older file with this ending was left by a process that has ended. */
const UNFINISHED = '.part'
const UNFINISHED_MS = 60_000

const weightOf = (entry: Entry | null | undefined) => (entry ? entry.answer.body.length + WAITING_OVERHEAD_BYTES : 0)
const onDisk = (bytes: number) => Math.ceil((bytes + HEADER_BYTES) / BLOCK_BYTES) * BLOCK_BYTES
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Results as files in a folder, which survive a restart: one file per result, named by a hash of its key, readable only
 * by the owner. The least recently used are evicted first. An incomplete file is a miss and is removed. While the disk
 * is full or not writable, nothing new is cached, and this is reported once.
 */
export function createDiskStore({ folder, maxBytes, stamp, now, onWarning }: DiskStoreOptions): DiskStore {
  /** In order of use, least recently used first. `bytes`: on disk. */
  const files = new Map<string, { bytes: number; expiresOn: number }>()
  /** Pending writes; null: pending removal. They take precedence over the content of the folder. */
  const waiting = new Map<string, Entry | null>()
  let usedBytes = 0
  let waitingBytes = 0
  let writtenSinceLook = 0
  let pausedUntil = 0
  let isFailing = false
  let isReady = false
  let isClosed = false

  const pathOf = (name: string) => join(folder, name)
  const nameOf = (key: string) => hash('sha256', `${stamp}\n${key}`)
  /** Whether it exists and has not expired. */
  const good = <Kept extends { expiresOn: number }>(kept: Kept | null | undefined): Kept | undefined =>
    kept && kept.expiresOn > now() ? kept : undefined

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
    const found: { name: string; bytes: number; expiresOn: number; usedOn: number }[] = []
    for (const name of await readdir(folder)) {
      const status = await stat(pathOf(name)).catch(() => undefined)
      if (!status?.isFile()) continue
      const isOld = FINISHED.test(name) ? status.mtimeMs <= now() : Date.now() - status.mtimeMs > UNFINISHED_MS
      if (isOld) await rm(pathOf(name), { force: true })
      else if (FINISHED.test(name)) {
        const bytes = onDisk(status.size - HEADER_BYTES)
        found.push({ name, bytes, expiresOn: status.mtimeMs, usedOn: status.atimeMs })
      }
    }
    const names = new Set(found.map(({ name }) => name))
    for (const name of files.keys()) if (!names.has(name)) forget(name)
    const known = new Map(files)
    const unknown = found.filter(({ name }) => !known.has(name) && !waiting.has(name))
    files.clear()
    usedBytes = 0
    for (const { name, bytes, expiresOn } of unknown.sort((a, b) => a.usedOn - b.usedOn)) {
      remember(name, bytes, expiresOn)
    }
    // entries used here are more recent than files left by another process or an earlier start
    for (const [name, { bytes, expiresOn }] of known) remember(name, bytes, expiresOn)
    await makeRoom(0)
  }

  /** A temporary file until it is complete. */
  async function writeWhole(name: string, entry: Entry): Promise<void> {
    const part = pathOf(`${randomUUID()}${UNFINISHED}`)
    try {
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile([await headerOf(entry), entry.answer.body])
      } finally {
        await file.close()
      }
      await utimes(part, now() / 1000, entry.expiresOn / 1000)
      await rename(part, pathOf(name))
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined)
      throw error
    }
  }

  async function put(name: string, entry: Entry): Promise<void> {
    const bytes = onDisk(entry.answer.body.length)
    await makeRoom(bytes)
    try {
      await writeWhole(name, entry)
    } catch (error) {
      if (!isMissing(error)) throw error
      // the folder was removed
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(name, entry)
    }
    remember(name, bytes, entry.expiresOn)
    writtenSinceLook += bytes
    isFailing = false
  }

  function failed(error: unknown): void {
    pausedUntil = performance.now() + PAUSE_MS
    if (!isFailing) onWarning(`results are not cached on disk for now: ${reasonOf(error)}`)
    isFailing = true
  }

  // one operation at a time: operations on one key run in order, and other users of the disk are not delayed
  let last: Promise<void> = look()
    .catch(failed)
    .then(() => {
      isReady = true
    })
  const ready = last
  const enqueue = (work: () => Promise<void>) => {
    last = last.then(work).catch(failed)
  }

  /** Performs the last operation requested for a file. Earlier ones are obsolete. */
  function change(name: string, entry: Entry | null): void {
    waitingBytes += weightOf(entry) - weightOf(waiting.get(name))
    waiting.set(name, entry)
    forget(name)
    enqueue(async () => {
      if (waiting.get(name) !== entry) return
      try {
        await (entry ? put(name, entry) : discard(name))
      } catch (error) {
        // an older result must not be found instead
        await discard(name).catch(() => undefined)
        throw error
      } finally {
        if (waiting.get(name) === entry) {
          waiting.delete(name)
          waitingBytes -= weightOf(entry)
        }
      }
      if (writtenSinceLook > maxBytes * LOOK_AGAIN_SHARE) await look()
    })
  }

  function drop(name: string): void {
    if (!isReady || files.has(name) || waiting.has(name)) change(name, null)
  }

  const timer = setInterval(() => enqueue(look), LOOK_AGAIN_MS)
  timer.unref()

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
      if (!isMissing(error)) failed(error)
      return undefined
    }
  }

  return {
    async read(key) {
      await ready
      const name = nameOf(key)
      const due = waiting.get(name)
      if (due !== undefined) return good(due)
      const kept = files.get(name)
      if (!kept) return undefined
      const bytes = good(kept) && (await bytesOf(name))
      const found = good(bytes && (await entryOf(bytes)))
      if (found) {
        touch(name)
        return found
      }
      // it may have been rewritten in the meantime
      if (files.get(name) === kept) change(name, null)
      return undefined
    },
    write(key, answer, expiresOn) {
      const { length } = answer.body
      const isTaken =
        !isClosed &&
        performance.now() >= pausedUntil &&
        onDisk(length) <= maxBytes * LARGEST_SHARE &&
        waitingBytes <= MOST_WAITING_BYTES
      const name = nameOf(key)
      if (isTaken) change(name, { answer, expiresOn })
      // an older result must not be found instead
      else drop(name)
    },
    touch: (key) => touch(nameOf(key)),
    remove: (key) => drop(nameOf(key)),
    settled: () => last,
    async close() {
      isClosed = true
      clearInterval(timer)
      await last
    },
  }
}
