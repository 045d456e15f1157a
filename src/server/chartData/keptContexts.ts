import { LRUCache } from 'lru-cache'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { parseJson } from '../../model/wire/json.ts'
import type { CacheStore } from '../cache/cache.ts'

/** The query contexts of cached results, by cache key. Stored in the cache, so that every node can find them. */
export interface KeptContexts {
  /** `ttlMs`: the same as for the result. */
  keep(key: string, context: QueryContext, ttlMs: number): void
  find(key: string): Promise<QueryContext | undefined>
}

const KEY = /^[0-9a-f]{32}$/
const placeOf = (key: string) => `context ${key}`
/** A stored query context is not written again within this time. */
const FRESH_MS = 60_000
const FRESH_KEYS = 10_000

export function createKeptContexts(store: Pick<CacheStore, 'get' | 'set'>, now: () => number): KeptContexts {
  const fresh = new LRUCache<string, true>({ max: FRESH_KEYS, ttl: FRESH_MS, ttlResolution: 0, perf: { now } })
  return {
    keep(key, context, ttlMs) {
      if (fresh.has(key)) return
      fresh.set(key, true, { ttl: Math.min(FRESH_MS, ttlMs / 2) })
      const body = Buffer.from(JSON.stringify(context))
      void store.set(placeOf(key), { body, rowcount: 0, computedOn: now() }, ttlMs)
    },
    async find(key) {
      const kept = KEY.test(key) ? await store.get(placeOf(key)) : undefined
      if (!kept) return undefined
      // the context may have been written by another version of the product
      const parsed = parseQueryContext(parseJson(kept.body.toString()))
      return parsed.ok ? parsed.value : undefined
    },
  }
}
