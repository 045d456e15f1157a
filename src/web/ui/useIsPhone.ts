import { useSyncExternalStore } from 'react'

const narrow = () => window.matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** One column; filters and folders cover the page (below 768 px). */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches)
}
