/** After this many polls without an event, the pauses between them grow. */
export const QUICK_POLLS = 10
export const SLOWEST_POLLING_MS = 5000
const SLOWER = 1.25

interface PollsOptions {
  /** The shortest pause between two polls. */
  delayMs: number
  /** Polling ends when it is not needed any more. */
  isNeeded: () => boolean
  /** Resolves to the number of events. */
  poll: () => Promise<number>
  onFailed: (error: unknown) => void
}

interface Polls {
  start(): void
  /** Polls again without a long pause, because a new query is often quick. */
  hurry(): void
}

/** Polls for events; the pauses get longer while none arrive. */
export function createPolls({ delayMs, isNeeded, poll, onFailed }: PollsOptions): Polls {
  let isPolling = false
  let emptyPolls = 0
  /** Ends the pause between two polls. */
  let endPause: (() => void) | undefined

  async function run(): Promise<void> {
    isPolling = true
    while (isNeeded()) {
      try {
        emptyPolls = (await poll()) > 0 ? 0 : emptyPolls + 1
      } catch (error) {
        emptyPolls += 1
        onFailed(error)
      }
      await pause()
    }
    isPolling = false
  }

  /** The pause is never shorter than the configured one. */
  const pauseMs = () => {
    const grown = delayMs * SLOWER ** Math.max(0, emptyPolls - QUICK_POLLS)
    return Math.max(delayMs, Math.min(grown, SLOWEST_POLLING_MS))
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs())
      endPause = () => {
        clearTimeout(timer)
        setTimeout(resolve, delayMs)
      }
    })
  }

  return {
    start() {
      if (!isPolling) void run()
    },
    hurry() {
      if (!isPolling) return
      const isSlow = emptyPolls > QUICK_POLLS
      emptyPolls = 0
      if (isSlow) endPause?.()
    },
  }
}
