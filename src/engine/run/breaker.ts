/** After this many failed connections in a row, the database counts as down. */
const FAILURES = 3
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/**
 * An attempt that has no outcome after this time counts as hanging: the network may work again, so another query tries.
 */
const ATTEMPT_MS = 1500

interface State {
  failures: number
  pauseMs: number
  /** No query is attempted before this time; then one is. */
  closedAgain: number
  /** When the query started that tests whether the database is available again. */
  triedAt: number | undefined
  reason: unknown
}

/**
 * A circuit breaker. If a database is down, queries fail at once with the last error instead of each waiting for a
 * timeout. After a pause of a second one query tries again, so that a database is used soon after it is back.
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
    const now = this.now()
    const mayTry = state.triedAt === undefined ? now >= state.closedAgain : now - state.triedAt >= ATTEMPT_MS
    if (!mayTry) return state.reason
    state.triedAt = now
    return undefined
  }

  /**
   * True if the database now counts as down. `isCostly`: an attempt uses the processor that other queries need, so the
   * pause grows while attempts fail.
   */
  failed(database: string, reason: unknown, isCostly = false): boolean {
    const known = this.states.get(database)
    const state = known ?? { failures: 0, pauseMs: FIRST_PAUSE_MS, closedAgain: 0, triedAt: undefined, reason }
    this.states.set(database, state)
    state.failures++
    state.reason = reason
    if (state.failures < FAILURES) return false
    if (isCostly && state.failures > FAILURES && state.triedAt !== undefined) {
      state.pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS)
    }
    state.triedAt = undefined
    state.closedAgain = this.now() + state.pauseMs
    return true
  }

  /** Records that a query reached the database, or ended without showing whether the database is reachable. */
  ended(database: string, isReached: boolean): void {
    if (isReached) this.states.delete(database)
    else {
      const state = this.states.get(database)
      if (state) state.triedAt = undefined
    }
  }
}
