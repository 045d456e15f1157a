import { useSyncExternalStore } from 'react'

const tickMs = 20_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  // nobody has looked for a while: the clock has stood still
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The time, epoch ms, a few times a minute: for words such as "2 minutes ago" that grow old by themselves. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
