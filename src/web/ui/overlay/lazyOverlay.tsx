import { type ComponentProps, type ComponentType, lazy, useEffect } from 'react'
import { LazyPart } from '../LazyPart.tsx'
import type * as overlays from './overlays.tsx'

type Overlays = typeof overlays

const loadOverlays = (): Promise<Overlays> => import('./overlays.tsx')

/** An overlay whose code is loaded separately; nothing is shown until it has loaded. */
export function lazyOverlay<K extends keyof Overlays>(name: K) {
  const Part = lazy(async () => ({ default: (await loadOverlays())[name] as ComponentType<object> }))
  return function Overlay(props: ComponentProps<Overlays[K]>) {
    return (
      <LazyPart onClose={props.onClose} resetKey={'open' in props ? props.open : undefined}>
        <Part {...props} />
      </LazyPart>
    )
  }
}

const idleMs = 1500

/** Loads the code of overlays when the page is idle, so that the first menu opens at once. */
export function usePreloadedOverlays(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // If this fails, the error is shown when an overlay opens.
      loadOverlays().catch(() => undefined)
    }, idleMs)
    return () => clearTimeout(timer)
  }, [])
}
