import { singleFlight } from './singleFlight.ts'

/** A finished result as an engine child sent it, cached unchanged. */
export interface CachedAnswer {
  body: Buffer
  rowcount: number
  /** When it was computed, UTC epoch milliseconds. */
  computedOn: number
}

/**
 * A place where results are cached. Losing it costs time but never correctness: a store that fails behaves as if it
 * were empty.
 */
export interface CacheStore {
  get(key: string): Promise<CachedAnswer | undefined>
  /** `costMs`: the time to compute it. A cheap result may be cached in memory only. */
  set(key: string, answer: CachedAnswer, ttlMs: number, costMs?: number): Promise<void>
  delete(key: string): Promise<void>
  close(): Promise<void>
}

export interface WrapOptions {
  ttlMs: number
  /** Whether the cache is not read: the result is computed again and overwrites the cached one. */
  force?: boolean
  /** The signal of this caller only: the work continues while others wait for it, and stops with the last one. */
  signal?: AbortSignal
}

export interface Cache extends CacheStore {
  /** The cached result, or the one that `compute` returns. Equal keys at the same time are computed once. */
  wrap(
    key: string,
    options: WrapOptions,
    compute: (signal: AbortSignal) => Promise<CachedAnswer>,
  ): Promise<{ answer: CachedAnswer; isHit: boolean }>
}

/** `onRead`: whether a requested result was cached, or must be computed. */
export function createCache(store: CacheStore, onRead: (result: 'hit' | 'miss') => void = () => undefined): Cache {
  const flights = singleFlight<CachedAnswer>()
  /** For keys being computed: how many computations run, and the number of the latest one whose result was cached. */
  const underway = new Map<string, { count: number; keptSince: number }>()
  let started = 0

  /** Caches the result of `compute`, unless a result whose computation started later was cached in the meantime. */
  async function computeAndKeep(
    key: string,
    ttlMs: number,
    compute: () => Promise<CachedAnswer>,
  ): Promise<CachedAnswer> {
    const state = underway.get(key) ?? { count: 0, keptSince: 0 }
    underway.set(key, state)
    state.count += 1
    started += 1
    const since = started
    const startedMs = performance.now()
    try {
      const computed = await compute()
      if (since > state.keptSince) {
        state.keptSince = since
        await store.set(key, computed, ttlMs, performance.now() - startedMs)
      }
      return computed
    } finally {
      state.count -= 1
      if (state.count === 0) underway.delete(key)
    }
  }
  return {
    async get(key) {
      const kept = await store.get(key)
      if (kept) onRead('hit')
      return kept
    },
    set: (key, answer, ttlMs, costMs) => store.set(key, answer, ttlMs, costMs),
    delete: (key) => store.delete(key),
    close: () => store.close(),
    async wrap(key, { ttlMs, force = false, signal }, compute) {
      if (!force) {
        const kept = await store.get(key)
        onRead(kept ? 'hit' : 'miss')
        if (kept) return { answer: kept, isHit: true }
      }
      // a forced request must not get a result whose computation started before the request
      const flight = force ? `${key} forced` : key
      const answer = await flights(flight, signal, (stop) => computeAndKeep(key, ttlMs, () => compute(stop)))
      return { answer, isHit: false }
    },
  }
}
