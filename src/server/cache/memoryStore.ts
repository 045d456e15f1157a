import { LRUCache } from 'lru-cache'
import type { CachedAnswer, CacheStore } from './cache.ts'

/** One answer may take this share of the cache; bigger ones would throw out everything else. */
const LARGEST_SHARE = 1 / 4
/** Key, record and list node of an entry, roughly: many tiny answers must not outgrow the cap unseen. */
const ENTRY_OVERHEAD_BYTES = 300

/** Answers in the memory of this process, least recently used out first. `maxBytes` counts bodies and their keys. */
export function createMemoryStore({ maxBytes, now }: { maxBytes: number; now: () => number }): CacheStore {
  const entries = new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes * LARGEST_SHARE),
    sizeCalculation: ({ body }, key) => body.byteLength + key.length + ENTRY_OVERHEAD_BYTES,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    get: async (key) => entries.get(key),
    set: async (key, answer, ttlMs) => {
      entries.set(key, answer, { ttl: ttlMs })
    },
    delete: async (key) => {
      entries.delete(key)
    },
    close: async () => entries.clear(),
  }
}
