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
  // no component has used it for a while: the clock was stopped
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

/** The time, epoch ms, updated a few times a minute: for texts such as "2 minutes ago". */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
