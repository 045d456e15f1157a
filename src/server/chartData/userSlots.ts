import { timedOut } from '../../engine/run/failures.ts'
import { AppError } from '../../model/errors/errors.ts'

/** Maximum number of queries of one user that wait for a slot. A dashboard requests some dozens at once. */
const WAITING_LIMIT = 500

export interface UserSlots {
  /**
   * Runs `work` when the user has a free slot. Waiting ends early when the signal is aborted.
   * @throws AppError 429 at once if too many queries of the user wait, 503 if too many of all wait and the user has
   * their
   *   share of them, 408 if it waits for longer than `timeoutMs`
   */
  run<T>(
    user: number | undefined,
    signal: AbortSignal | undefined,
    work: (waitedMs: number) => Promise<T>,
    timeoutMs?: number,
  ): Promise<T>
}

interface Slots {
  running: number
  waiting: (() => void)[]
}

export const busy = () =>
  new AppError('GENERIC_BACKEND_ERROR', 429, 'You have too many queries waiting. Please try again in a moment.', {
    retryAfterS: 2,
  })

/** No single user has too many, but all users together have. */
const overloaded = () =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'The server is busy. Please try again in a moment.', { retryAfterS: 2 })

/** Status 499: nobody reads it, because the client has disconnected. */
const cancelled = () => new AppError('GENERIC_BACKEND_ERROR', 499, 'The query was cancelled.')

/**
 * Prevents one user from using the whole engine: at most `perUser` queries run at a time, the others wait in order.
 * `mostWaiting`: those of all users. Above it, only users with less than an equal share of it may wait.
 */
export function createUserSlots(perUser: number, mostWaiting = Number.POSITIVE_INFINITY): UserSlots {
  const users = new Map<number | undefined, Slots>()
  let allWaiting = 0

  function equalShare(slots: Slots): number {
    const others = [...users.values()].filter((each) => each !== slots && each.waiting.length > 0)
    return mostWaiting / (others.length + 1)
  }

  async function enter(slots: Slots, signal: AbortSignal | undefined, timeoutMs: number | undefined): Promise<void> {
    if (slots.running < perUser) {
      slots.running += 1
      return
    }
    if (slots.waiting.length >= WAITING_LIMIT) throw busy()
    if (allWaiting >= mostWaiting && slots.waiting.length >= equalShare(slots)) throw overloaded()
    if (signal?.aborted) throw cancelled()
    await new Promise<void>((resolve, reject) => {
      const end = () => {
        allWaiting -= 1
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
      allWaiting += 1
    })
  }

  return {
    async run(user, signal, work, timeoutMs) {
      const slots = users.get(user) ?? { running: 0, waiting: [] }
      users.set(user, slots)
      const asked = performance.now()
      await enter(slots, signal, timeoutMs)
      try {
        return await work(performance.now() - asked)
      } finally {
        const next = slots.waiting.shift()
        // the slot is passed to the next in line
        if (next) next()
        else slots.running -= 1
        if (slots.running === 0) users.delete(user)
      }
    },
  }
}
