import { hash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { CachedAnswer } from './cache.ts'
import { type Entry, entryOf, HEADER_BYTES, headerOf } from './diskEntry.ts'

export interface DiskStoreOptions {
  folder: string
  /** What all files take together at most, in whole blocks of the file system. */
  maxBytes: number
  /** What decides about answers beside their key, as the version of the program: under another one nothing is found. */
  stamp: string
  /** UTC epoch milliseconds. */
  now(): number
  onWarning(message: string): void
}

export interface DiskStore {
  /** An answer that is still good. */
  read(key: string): Promise<Entry | undefined>
  /** Does not wait for the disk. Nothing is kept where answers come faster than the disk takes them. */
  write(key: string, answer: CachedAnswer, expiresOn: number): void
  /** It was used where it is kept as well: not the next to be thrown out. */
  touch(key: string): void
  remove(key: string): void
  /** Resolves when all that was asked for until now is done. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** One answer may take this share of the folder. */
const LARGEST_SHARE = 1 / 4
const BLOCK_BYTES = 4096
/** A folder with more is slow to look through at the next start. */
const MOST_FILES = 20_000
/** Answers that wait for the disk are in memory. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024
/** What waits takes so much beside its body. */
const WAITING_OVERHEAD_BYTES = 1024
/** After a failed write the disk is left alone for so long. */
const PAUSE_MS = 30_000
/** What is out of date goes without being asked for. */
const LOOK_AGAIN_MS = 3_600_000
/** Nodes may share a home: what others wrote is counted after so much of the cap was written here. */
const LOOK_AGAIN_SHARE = 1 / 8

const FINISHED = /^[0-9a-f]{64}$/
/** A file with this ending that is older was left by a process that has gone. */
const UNFINISHED = '.part'
const UNFINISHED_MS = 60_000

const weightOf = (entry: Entry | null | undefined) => (entry ? entry.answer.body.length + WAITING_OVERHEAD_BYTES : 0)
const onDisk = (bytes: number) => Math.ceil((bytes + HEADER_BYTES) / BLOCK_BYTES) * BLOCK_BYTES
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Answers as files of a folder, which outlive a restart: one file each, named by a hash of its key, readable by the
 * owner only. Least recently used out first. A file that is not whole is a miss and removed. While the disk is full or
 * cannot be written, nothing new is kept, and that is said once.
 */
export function createDiskStore({ folder, maxBytes, stamp, now, onWarning }: DiskStoreOptions): DiskStore {
  /** In the order of use, least recent first. `bytes`: on disk. */
  const files = new Map<string, { bytes: number; expiresOn: number }>()
  /** What is about to be written; null: to be removed. It decides, whatever the folder holds. */
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
  /** What is there and not past its time. */
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

  /** Learns what the folder holds: the time of a file is when it expires, that of its last reading when it was used. */
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
    // what was used here is used more recently than anything another process or an earlier start has left
    for (const [name, { bytes, expiresOn }] of known) remember(name, bytes, expiresOn)
    await makeRoom(0)
  }

  /** A file of its own until it is whole. */
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
      // somebody has removed the folder
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

  // one thing at a time: what is asked of one key happens in its order, and other users of the disk come through
  let last: Promise<void> = look()
    .catch(failed)
    .then(() => {
      isReady = true
    })
  const ready = last
  const enqueue = (work: () => Promise<void>) => {
    last = last.then(work).catch(failed)
  }

  /** Does to a file what is asked last for it; what was asked before is then of no interest any more. */
  function change(name: string, entry: Entry | null): void {
    waitingBytes += weightOf(entry) - weightOf(waiting.get(name))
    waiting.set(name, entry)
    forget(name)
    enqueue(async () => {
      if (waiting.get(name) !== entry) return
      try {
        await (entry ? put(name, entry) : discard(name))
      } catch (error) {
        // an older answer must not be found in its place
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

  /** The bytes of a file; undefined where another process has removed it. */
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
      // it may have been written anew meanwhile
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
      // an older answer must not be found in its place
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
