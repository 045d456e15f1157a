import { useSyncExternalStore } from 'react'

const narrow = () => window.matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const isPhone = () => narrow().matches

/** Screens below 768 px: one column; filters and folders cover the page. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone)
}
