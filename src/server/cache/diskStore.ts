import { hash } from 'node:crypto'
import type { CachedAnswer } from './cache.ts'
import { type Entry, entryOf } from './diskEntry.ts'
import { createDiskFiles, onDisk } from './diskFiles.ts'

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
  /** Marks a result as used when another cache has returned it, so that it is not evicted next. */
  touch(key: string): void
  remove(key: string): void
  /** Resolves when all previous operations are done. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Maximum fraction of the folder for one result. */
const LARGEST_SHARE = 1 / 4
/** Maximum size of results that wait in memory to be written to disk. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024
/** Memory overhead of a waiting result in addition to its body. */
const WAITING_OVERHEAD_BYTES = 1024
/** After a failed write, the disk is not used for this time. */
const PAUSE_MS = 30_000
/** Expired entries are removed this often, even without requests. */
const LOOK_AGAIN_MS = 3_600_000
const weightOf = (entry: Entry | null | undefined) => (entry ? entry.answer.body.length + WAITING_OVERHEAD_BYTES : 0)
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Results as files in a folder, which survive a restart: one file per result, named by a hash of its key, readable only
 * by the owner. The least recently used are evicted first. An incomplete file is a miss and is removed. While the disk
 * is full or not writable, nothing new is cached, and this is reported once.
 */
export function createDiskStore({ folder, maxBytes, stamp, now, onWarning }: DiskStoreOptions): DiskStore {
  /** Pending writes; null: pending removal. They take precedence over the content of the folder. */
  const waiting = new Map<string, Entry | null>()
  const files = createDiskFiles({ folder, maxBytes, now, isWaiting: (name) => waiting.has(name) })
  let waitingBytes = 0
  let pausedUntil = 0
  let isFailing = false
  let isReady = false
  let isClosed = false

  const nameOf = (key: string) => hash('sha256', `${stamp}\n${key}`)
  /** The entry if it exists and has not expired. */
  const good = <Kept extends { expiresOn: number }>(kept: Kept | null | undefined): Kept | undefined =>
    kept && kept.expiresOn > now() ? kept : undefined

  function failed(error: unknown): undefined {
    pausedUntil = performance.now() + PAUSE_MS
    if (!isFailing) onWarning(`results are not cached on disk for now: ${reasonOf(error)}`)
    isFailing = true
  }

  // one operation at a time: operations on one key run in order, and other users of the disk are not delayed
  let last: Promise<void> = files
    .look()
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
    files.forget(name)
    enqueue(async () => {
      if (waiting.get(name) !== entry) return
      try {
        if (entry) {
          await files.put(name, entry)
          isFailing = false
        } else await files.discard(name)
      } catch (error) {
        // an older result must not be found instead
        await files.discard(name).catch(() => undefined)
        throw error
      } finally {
        if (waiting.get(name) === entry) {
          waiting.delete(name)
          waitingBytes -= weightOf(entry)
        }
      }
      if (files.isOutdated()) await files.look()
    })
  }

  function drop(name: string): void {
    if (!isReady || files.has(name) || waiting.has(name)) change(name, null)
  }

  const timer = setInterval(() => enqueue(files.look), LOOK_AGAIN_MS)
  timer.unref()

  return {
    async read(key) {
      await ready
      const name = nameOf(key)
      const due = waiting.get(name)
      if (due !== undefined) return good(due)
      const kept = files.find(name)
      if (!kept) return undefined
      const bytes = good(kept) && (await files.bytesOf(name).catch(failed))
      const found = good(bytes && (await entryOf(bytes)))
      if (found) {
        files.touch(name)
        return found
      }
      // the file may have been rewritten in the meantime
      if (files.find(name) === kept) change(name, null)
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
    touch: (key) => files.touch(nameOf(key)),
    remove: (key) => drop(nameOf(key)),
    settled: () => last,
    async close() {
      isClosed = true
      clearInterval(timer)
      await last
    },
  }
}
