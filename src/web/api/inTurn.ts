/** Maximum number of background requests that run at the same time. */
const AT_A_TIME = 3

const waiting: (() => void)[] = []
let running = 0

/** Runs a background request: only a few run at the same time, so that other requests are not delayed. */
export async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running < AT_A_TIME) running += 1
  // a finished request passes its slot on to this one
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
