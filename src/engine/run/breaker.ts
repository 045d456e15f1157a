/** After this many failed connections in a row, the database counts as down. */
const FAILURES = 3
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

interface State {
  failures: number
  pauseMs: number
  /** No query is attempted before this time; then one is. */
  closedAgain: number
  isProbing: boolean
  reason: unknown
}

/**
 * A circuit breaker. If a database is down, queries fail at once with the last error instead of each waiting for a
 * timeout. After a pause one query tries again; the pause grows while it fails.
 */
export class CircuitBreaker {
  private readonly states = new Map<string, State>()
  private readonly now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Why a query on this database is rejected at once; undefined if it may try. */
  refusal(database: string): unknown {
    const state = this.states.get(database)
    if (!state || state.failures < FAILURES) return undefined
    if (this.now() < state.closedAgain || state.isProbing) return state.reason
    state.isProbing = true
    return undefined
  }

  /** True if the database now counts as down. */
  failed(database: string, reason: unknown): boolean {
    const known = this.states.get(database)
    const state = known ?? { failures: 0, pauseMs: FIRST_PAUSE_MS, closedAgain: 0, isProbing: false, reason }
    this.states.set(database, state)
    state.failures++
    state.reason = reason
    if (state.failures < FAILURES) return false
    if (state.failures > FAILURES && state.isProbing) {
      state.pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS)
    }
    state.isProbing = false
    state.closedAgain = this.now() + state.pauseMs
    return true
  }

  /** A query succeeded, or ended without showing whether the database is reachable. */
  ended(database: string, isReached: boolean): void {
    if (isReached) this.states.delete(database)
    else {
      const state = this.states.get(database)
      if (state) state.isProbing = false
    }
  }
}
