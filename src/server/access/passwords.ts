import { AppError } from '../../model/errors/errors.ts'

/** Argon2id parameters recommended by OWASP: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const queueLength = 64

let running = 0
const waiting: (() => void)[] = []

/** Hashing needs memory and a core: at most two at a time, and a bounded queue. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= queueLength) {
      throw new AppError('GENERIC_BACKEND_ERROR', 503, 'Too many sign-ins at the same time, try again.', {
        retryAfterS: 5,
      })
    }
    await new Promise<void>((go) => waiting.push(go))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return inTurn(() => hash(password, cost))
}

/** A dummy hash, created once: an unknown user takes the same time as a wrong password. */
let decoy: Promise<string> | undefined

/**
 * Whether the password is correct. If `stored` is null (no such user, or no password yet), it takes the same time and
 * returns false.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  if (stored === null) {
    decoy ??= hashPassword('')
    const against = await decoy
    await inTurn(() => verify(against, password))
    return false
  }
  return inTurn(() => verify(stored, password))
}
