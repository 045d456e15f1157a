import { AppError } from '../../model/errors/errors.ts'

/** Queries of one user that may wait for a slot. A dashboard requests some dozens at once. */
const WAITING_LIMIT = 500

export interface UserSlots {
  /** Runs `work` when the user has a free slot. Waiting ends early when the signal is aborted. */
  run<T>(user: number | undefined, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>
}

interface Slots {
  running: number
  waiting: (() => void)[]
}

export const busy = () =>
  new AppError('GENERIC_BACKEND_ERROR', 429, 'You have too many queries waiting. Please try again in a moment.', {
    retryAfterS: 2,
  })

/** Status 499: nobody reads it, because the client has disconnected. */
const cancelled = () => new AppError('GENERIC_BACKEND_ERROR', 499, 'The query was cancelled.')

/** Prevents one user from using the whole engine: at most `perUser` queries run at a time, the others wait in order. */
export function createUserSlots(perUser: number): UserSlots {
  const users = new Map<number | undefined, Slots>()

  async function enter(slots: Slots, signal: AbortSignal | undefined): Promise<void> {
    if (slots.running < perUser) {
      slots.running += 1
      return
    }
    if (slots.waiting.length >= WAITING_LIMIT) throw busy()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        slots.waiting = slots.waiting.filter((waiting) => waiting !== go)
        reject(cancelled())
      }
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      if (signal?.aborted) return reject(cancelled())
      signal?.addEventListener('abort', leave, { once: true })
      slots.waiting.push(go)
    })
  }

  return {
    async run(user, signal, work) {
      const slots = users.get(user) ?? { running: 0, waiting: [] }
      users.set(user, slots)
      await enter(slots, signal)
      try {
        return await work()
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
