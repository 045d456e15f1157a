import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** One column, filters in a sheet (below 768 px). */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
