import type { CacheStore } from './cache.ts'
import type { Entry } from './diskEntry.ts'
import type { DiskStore } from './diskStore.ts'

/** Answers in memory; those that memory has no room for any more, or had before a restart, come from disk. */
export function createTieredStore(memory: CacheStore, disk: DiskStore, now: () => number): CacheStore {
  /** Readings under way; one that is not here any more has been overtaken by a newer answer. */
  const readings = new Map<string, Promise<Entry | undefined>>()
  return {
    async get(key) {
      const kept = await memory.get(key)
      if (kept) {
        disk.touch(key)
        return kept
      }
      const reading = readings.get(key) ?? disk.read(key)
      readings.set(key, reading)
      const found = await reading
      if (readings.get(key) === reading) {
        readings.delete(key)
        if (found) await memory.set(key, found.answer, found.expiresOn - now())
      }
      return found?.answer
    },
    async set(key, answer, ttlMs) {
      readings.delete(key)
      await memory.set(key, answer, ttlMs)
      disk.write(key, answer, now() + ttlMs)
    },
    async delete(key) {
      readings.delete(key)
      await memory.delete(key)
      disk.remove(key)
    },
    async close() {
      await memory.close()
      await disk.close()
    },
  }
}
