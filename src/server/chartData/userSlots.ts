import { timedOut } from '../../engine/run/failures.ts'
import { AppError } from '../../model/errors/errors.ts'

/** Maximum number of queries of one user that wait for a slot. A dashboard requests a few dozen at once. */
const WAITING_LIMIT = 500

export interface UserSlots {
  /**
   * Runs `work` when the user has a free slot. Waiting ends early when the signal is aborted.
   * @throws AppError 429 at once if too many queries of the user wait; 503 if too many queries of all users wait and
   * the user already has an equal share of them; 408 if the query waits for longer than `timeoutMs`
   */
  run<T>(
    user: number | undefined,
    signal: AbortSignal | undefined,
    work: (waitedMs: number) => Promise<T>,
    timeoutMs?: number,
  ): Promise<T>
  /**
   * Lets in a request whose queries will be run, before any work is done for it. Returns a function to call when the
   * request is answered.
   * @throws AppError as `run`, with one query counted for each request of the user that is let in and not answered
   */
  letIn(user: number | undefined): () => void
  /** The error that `letIn` would throw. */
  refusal(user: number | undefined): AppError | undefined
}

interface Slots {
  running: number
  waiting: (() => void)[]
  /** Requests that were let in and are not answered. */
  letIn: number
}

export const busy = () =>
  new AppError('GENERIC_BACKEND_ERROR', 429, 'You have too many queries waiting. Please try again in a moment.', {
    retryAfterS: 2,
  })

/** The error if too many queries of all users wait, although no single user has too many. */
const overloaded = () =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'The server is busy. Please try again in a moment.', { retryAfterS: 2 })

/** Status 499: nobody reads it, because the client has disconnected. */
const cancelled = () => new AppError('GENERIC_BACKEND_ERROR', 499, 'The query was cancelled.')

/**
 * Prevents one user from using the whole engine: at most `perUser` queries run at a time, the others wait in order.
 * `mostWaiting`: limit for waiting queries of all users. Above it, only users with less than an equal share may wait.
 */
export function createUserSlots(perUser: number, mostWaiting = Number.POSITIVE_INFINITY): UserSlots {
  const users = new Map<number | undefined, Slots>()

  function slotsOf(user: number | undefined): Slots {
    const slots = users.get(user) ?? { running: 0, waiting: [], letIn: 0 }
    users.set(user, slots)
    return slots
  }

  function forgetIdle(user: number | undefined, { running, letIn }: Slots): void {
    if (running === 0 && letIn === 0) users.delete(user)
  }

  const waitingNow = ({ waiting }: Slots) => waiting.length
  /**
   * Number of waiting queries, including those of requests that were let in and have not started any: at least one for
   * each such request.
   */
  const waitingSoon = ({ waiting, letIn }: Slots) => Math.max(waiting.length, letIn - perUser, 0)

  /** The error if one more query of a user may not wait; undefined if it may. */
  function reasonAgainst(slots: Slots, waitingOf: (slots: Slots) => number): AppError | undefined {
    const own = waitingOf(slots)
    if (own >= WAITING_LIMIT) return busy()
    let [all, others] = [own, 0]
    for (const each of users.values()) {
      const count = each === slots ? 0 : waitingOf(each)
      all += count
      if (count > 0) others += 1
    }
    return all >= mostWaiting && own >= mostWaiting / (others + 1) ? overloaded() : undefined
  }

  function refusal(user: number | undefined): AppError | undefined {
    const slots = users.get(user)
    const isFree = !slots || Math.max(slots.running, slots.letIn) < perUser
    return isFree ? undefined : reasonAgainst(slots, waitingSoon)
  }

  async function enter(slots: Slots, signal: AbortSignal | undefined, timeoutMs: number | undefined): Promise<void> {
    if (slots.running < perUser) {
      slots.running += 1
      return
    }
    const reason = reasonAgainst(slots, waitingNow)
    if (reason) throw reason
    if (signal?.aborted) throw cancelled()
    await new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      const leave = (reason: AppError) => {
        end()
        slots.waiting = slots.waiting.filter((waiting) => waiting !== go)
        reject(reason)
      }
      const cancel = () => leave(cancelled())
      const go = () => {
        end()
        resolve()
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => leave(timedOut(timeoutMs)), timeoutMs)
      signal?.addEventListener('abort', cancel)
      slots.waiting.push(go)
    })
  }

  return {
    async run(user, signal, work, timeoutMs) {
      const slots = slotsOf(user)
      const asked = performance.now()
      await enter(slots, signal, timeoutMs)
      try {
        return await work(performance.now() - asked)
      } finally {
        const next = slots.waiting.shift()
        // the slot is passed to the next in line
        if (next) next()
        else slots.running -= 1
        forgetIdle(user, slots)
      }
    },
    refusal,
    letIn(user) {
      const reason = refusal(user)
      if (reason) throw reason
      const slots = slotsOf(user)
      slots.letIn += 1
      let isLetIn = true
      return () => {
        if (!isLetIn) return
        isLetIn = false
        slots.letIn -= 1
        forgetIdle(user, slots)
      }
    },
  }
}
