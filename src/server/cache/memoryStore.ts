import { LRUCache } from 'lru-cache'
import type { CachedAnswer, CacheStore } from './cache.ts'

/** Maximum fraction of the cache for one result: larger ones would evict everything else. */
const LARGEST_SHARE = 1 / 4
/** Approximate size of the key, record and list node of an entry: many tiny results must count towards the cap. */
const ENTRY_OVERHEAD_BYTES = 300

/**
 * Results in the memory of this process. The least recently used are evicted first. `maxBytes` counts bodies and keys.
 */
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
