import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect } from 'react'
import type * as overlays from './overlays.tsx'

type Overlays = typeof overlays

const loadOverlays = (): Promise<Overlays> => import('./overlays.tsx')

/** A floating part that is fetched apart from the page; nothing shows until it is here. */
export function lazyOverlay<K extends keyof Overlays>(name: K) {
  const Part = lazy(async () => ({ default: (await loadOverlays())[name] as ComponentType<object> }))
  return function Overlay(props: ComponentProps<Overlays[K]>) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

const idleMs = 1500

/** Fetches the floating parts once the page has come to rest, so that the first menu opens at once. */
export function usePreloadedOverlays(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failure here is met again, and shown, when something opens.
      loadOverlays().catch(() => undefined)
    }, idleMs)
    return () => clearTimeout(timer)
  }, [])
}
