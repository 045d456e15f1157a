/** Requests of this kind that run at the same time. */
const AT_A_TIME = 3

const waiting: (() => void)[] = []
let running = 0

/** Runs a request that nobody waits for: at most a few at a time, so that others are not held up. */
export async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running < AT_A_TIME) running += 1
  // whoever is done passes its place on
  else await new Promise<void>((go) => waiting.push(go))
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
