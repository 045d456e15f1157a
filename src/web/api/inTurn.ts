/** Number of these requests that run at the same time. */
const AT_A_TIME = 3

const waiting: (() => void)[] = []
let running = 0

/** Runs a background request: only a few run at the same time, so that others are not delayed. */
export async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running < AT_A_TIME) running += 1
  // a finished request passes its place on
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
