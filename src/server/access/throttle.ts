import { LRUCache } from 'lru-cache'
import { AppError } from '../../model/errors/errors.ts'

const MOST_KEYS = 20_000

/** A cache that is created at its first use: its memory is allocated at once, and many limits are never needed. */
function leastRecentlyUsed<Entry extends object>(): () => LRUCache<string, Entry> {
  let cache: LRUCache<string, Entry> | undefined
  return () => {
    cache ??= new LRUCache<string, Entry>({ max: MOST_KEYS })
    return cache
  }
}

/** Counts per key in fixed windows. Bounded: the least recently used keys are dropped first. */
export class RateLimit {
  readonly #limit: number
  readonly #windowMs: number
  readonly #counts = leastRecentlyUsed<{ start: number; count: number }>()

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** Throws 429 if the key has used up its window. */
  take(key: string, now: number): void {
    const entry = this.#counts().get(key)
    if (!entry || now - entry.start >= this.#windowMs) {
      this.#counts().set(key, { start: now, count: 1 })
      return
    }
    if (++entry.count > this.#limit) {
      const retryAfterS = Math.max(1, Math.ceil((entry.start + this.#windowMs - now) / 1000))
      throw new AppError('GENERIC_BACKEND_ERROR', 429, 'Too many requests, try again later.', { retryAfterS })
    }
  }
}

const freeFailures = 3
const lockedAfter = 10
const lockMs = 15 * 60_000
const longestDelayMs = 4_000

/**
 * Failed sign-ins per account and address: the first few are free, then each response is delayed more, then the pair is
 * locked for a quarter of an hour. Unknown accounts are counted in the same way.
 */
export class SignInThrottle {
  readonly #failures = leastRecentlyUsed<{ count: number; last: number }>()
  readonly #turns = new Map<string, Promise<void>>()

  static key(account: string, address: string) {
    return `${account.toLowerCase()}\n${address}`
  }

  /**
   * Runs the attempts on one pair sequentially: otherwise all attempts of a burst would be checked before the first had
   * failed.
   */
  async inTurn<T>(key: string, attempt: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(attempt)
    const over = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(key, over)
    try {
      return await turn
    } finally {
      if (this.#turns.get(key) === over) this.#turns.delete(key)
    }
  }

  /** Throws 429 while the key is locked. */
  check(key: string, now: number): void {
    const entry = this.#failures().get(key)
    if (!entry) return
    const unlocked = entry.last + lockMs
    if (now >= unlocked) this.#failures().delete(key)
    else if (entry.count >= lockedAfter) {
      throw new AppError('GENERIC_BACKEND_ERROR', 429, 'Too many failed sign-ins, try again later.', {
        retryAfterS: Math.ceil((unlocked - now) / 1000),
      })
    }
  }

  /** Records a failure. Returns how long the rejection is delayed, in milliseconds. */
  failed(key: string, now: number): number {
    const count = (this.#failures().get(key)?.count ?? 0) + 1
    this.#failures().set(key, { count, last: now })
    return count <= freeFailures ? 0 : Math.min(longestDelayMs, 250 * 2 ** (count - freeFailures - 1))
  }

  succeeded(key: string): void {
    this.#failures().delete(key)
  }
}
