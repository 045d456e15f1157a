import type { CacheStore } from './cache.ts'
import type { Entry } from './diskEntry.ts'
import type { DiskStore } from './diskStore.ts'

/** Results that are computed faster than this are not worth a file. */
const WORTH_MS = 50
/** Files are written after the results of a screen were sent, not between them. */
const WRITE_AFTER_MS = 2000
/** Maximum total size of results that wait in memory to be written. Above it, they are written at once. */
const MOST_DUE_BYTES = 16 * 1024 * 1024

/**
 * Results in memory. Results that were evicted from memory or cached before a restart are read from disk, if they were
 * slow to compute.
 */
export function createTieredStore(memory: CacheStore, disk: DiskStore, now: () => number): CacheStore {
  /** Running reads. A read that is no longer listed was replaced by a newer result. */
  const readings = new Map<string, Promise<Entry | undefined>>()
  /** Results that are not written to disk yet. */
  const due = new Map<string, Entry>()
  let dueBytes = 0
  let timer: NodeJS.Timeout | undefined

  function writeDue(): void {
    clearTimeout(timer)
    timer = undefined
    for (const [key, { answer, expiresOn }] of due) disk.write(key, answer, expiresOn)
    due.clear()
    dueBytes = 0
  }

  function forget(key: string): void {
    readings.delete(key)
    dueBytes -= due.get(key)?.answer.body.length ?? 0
    due.delete(key)
  }

  async function readDisk(key: string): Promise<Entry | undefined> {
    const written = due.get(key)
    if (written) return written.expiresOn > now() ? written : undefined
    return disk.read(key)
  }

  return {
    async get(key) {
      const kept = await memory.get(key)
      if (kept) {
        disk.touch(key)
        return kept
      }
      const reading = readings.get(key) ?? readDisk(key)
      readings.set(key, reading)
      const found = await reading
      if (readings.get(key) === reading) {
        readings.delete(key)
        if (found) await memory.set(key, found.answer, found.expiresOn - now())
      }
      return found?.answer
    },
    async set(key, answer, ttlMs, costMs = 0) {
      forget(key)
      await memory.set(key, answer, ttlMs)
      if (costMs < WORTH_MS) {
        disk.remove(key)
        return
      }
      due.set(key, { answer, expiresOn: now() + ttlMs })
      dueBytes += answer.body.length
      if (dueBytes > MOST_DUE_BYTES) writeDue()
      else if (!timer) {
        timer = setTimeout(writeDue, WRITE_AFTER_MS)
        timer.unref()
      }
    },
    async delete(key) {
      forget(key)
      await memory.delete(key)
      disk.remove(key)
    },
    async close() {
      writeDue()
      await memory.close()
      await disk.close()
    },
  }
}
