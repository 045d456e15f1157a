import { createContext, type RefCallback, useCallback, useContext } from 'react'

/** Distance in px from the visible area at which charts already request data. */
const MARGIN_PX = 240

export interface Visibility {
  observe: (element: Element, chartId: number) => () => void
}

/** A single observer for all charts, so that charts that become visible together are reported together. */
export function createVisibility(report: (changes: ReadonlyMap<number, boolean>) => void): Visibility {
  const chartOf = new WeakMap<Element, number>()
  const observer = new IntersectionObserver(
    (entries) => {
      const changes = new Map<number, boolean>()
      for (const { target, isIntersecting } of entries) {
        const id = chartOf.get(target)
        if (id !== undefined) changes.set(id, isIntersecting)
      }
      report(changes)
    },
    { rootMargin: `${MARGIN_PX}px` },
  )
  return {
    observe(element, chartId) {
      chartOf.set(element, chartId)
      observer.observe(element)
      return () => {
        observer.unobserve(element)
        report(new Map([[chartId, false]]))
      }
    },
  }
}

export const VisibilityContext = createContext<Visibility | undefined>(undefined)

/** A ref for the element of a chart: while it is visible, the chart is kept up to date. */
export function useVisibilityRef(chartId: number): RefCallback<HTMLElement> {
  const visibility = useContext(VisibilityContext)
  return useCallback(
    (element: HTMLElement | null) => (element ? visibility?.observe(element, chartId) : undefined),
    [visibility, chartId],
  )
}
