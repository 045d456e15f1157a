import { singleFlight } from './singleFlight.ts'

/** A finished answer as an engine child sent it, kept as it is. */
export interface CachedAnswer {
  body: Buffer
  rowcount: number
  /** When it was computed, UTC epoch milliseconds. */
  computedOn: number
}

/** Where answers are kept. Losing it makes things slower, never wrong: a store that fails answers as if it were empty. */
export interface CacheStore {
  get(key: string): Promise<CachedAnswer | undefined>
  /** `costMs`: what it took to compute. An answer that was cheap may be kept in memory only. */
  set(key: string, answer: CachedAnswer, ttlMs: number, costMs?: number): Promise<void>
  delete(key: string): Promise<void>
  close(): Promise<void>
}

export interface WrapOptions {
  ttlMs: number
  /** Skip reading, compute anew, overwrite. */
  force?: boolean
  /** Of this caller only: the work goes on while others wait for it, and stops with the last. */
  signal?: AbortSignal
}

export interface Cache extends CacheStore {
  /** The kept answer, or the one that `compute` makes; equal keys that come together are computed once. */
  wrap(
    key: string,
    options: WrapOptions,
    compute: (signal: AbortSignal) => Promise<CachedAnswer>,
  ): Promise<{ answer: CachedAnswer; isHit: boolean }>
}

export function createCache(store: CacheStore): Cache {
  const flights = singleFlight<CachedAnswer>()
  /** Of keys that are being computed: how often, and when the kept answer's computing began. */
  const underway = new Map<string, { count: number; keptSince: number }>()
  let started = 0

  /** Keeps what `compute` makes, unless something is kept by then whose computing began later. */
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
    get: (key) => store.get(key),
    set: (key, answer, ttlMs, costMs) => store.set(key, answer, ttlMs, costMs),
    delete: (key) => store.delete(key),
    close: () => store.close(),
    async wrap(key, { ttlMs, force = false, signal }, compute) {
      if (!force) {
        const kept = await store.get(key)
        if (kept) return { answer: kept, isHit: true }
      }
      // who forces must not be given work that began before the asking
      const flight = force ? `${key} forced` : key
      const answer = await flights(flight, signal, (stop) => computeAndKeep(key, ttlMs, () => compute(stop)))
      return { answer, isHit: false }
    },
  }
}
