import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * How many children of a row fit its width, leaving `reserve` px for the "+ n" tag. The row renders all of them (marked
 * by `data-fit`) and hides the rest.
 */
export function useFittingCount(row: RefObject<HTMLElement | null>, count: number, reserve: number): number {
  const [fitting, setFitting] = useState(count)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const items = [...element.querySelectorAll<HTMLElement>('[data-fit]')]
      const width = element.clientWidth
      let used = 0
      let fits = 0
      for (const [index, item] of items.entries()) {
        used += item.offsetWidth + 3
        const isLast = index === items.length - 1
        if (used > (isLast ? width : width - reserve)) break
        fits += 1
      }
      setFitting(Math.max(1, fits))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, count, reserve])
  return Math.min(fitting, count)
}
