import { type ProcessState, processState } from './processState.ts'

/** A child that has not answered for this long is suspected to hang. */
const SUSPECT_MS = 1000
/** A child that has neither answered nor computed for this long hangs. */
const HUNG_MS = 1500

/**
 * Detects that a child hangs. While the child has work it is pinged; anything that it sends counts as a response. A
 * child that computes for a long time without a response is only suspected: its requests end by their own time limits.
 */
export class Heartbeat {
  isSuspect = false
  private readonly pid: () => number | undefined
  private askedAt: number | undefined
  private lastBeat: number | undefined
  private idleSince: number | undefined
  private lastState: ProcessState | undefined

  constructor(pid: () => number | undefined) {
    this.pid = pid
  }

  /** Called whenever the child sends something. */
  heard(): void {
    this.askedAt = undefined
    this.idleSince = undefined
    this.isSuspect = false
  }

  /** Called while the child has no work. */
  rest(): void {
    this.heard()
    this.lastBeat = undefined
  }

  /** Checks the child; called at every interval. `ask`: the child must be pinged; `hung`: it must be ended. */
  beat(now: number, intervalMs: number): 'ask' | 'wait' | 'hung' {
    // if this process itself was blocked, messages from the child have not been read yet
    const wasHeldUp = this.lastBeat !== undefined && now - this.lastBeat > 2 * intervalMs
    this.lastBeat = now
    if (wasHeldUp) this.heard()
    if (this.askedAt === undefined) {
      this.askedAt = now
      this.lastState = processState(this.pid())
      return 'ask'
    }
    this.isSuspect = now - this.askedAt >= SUSPECT_MS
    return this.isHung(now) ? 'hung' : 'wait'
  }

  private isHung(now: number): boolean {
    const before = this.lastState
    const state = processState(this.pid())
    this.lastState = state
    const isIdle = state?.isWaiting === true && state.processorMs === before?.processorMs
    if (!isIdle) this.idleSince = undefined
    else this.idleSince ??= now
    return this.idleSince !== undefined && now - this.idleSince >= HUNG_MS
  }
}
