import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import css from './edges.module.css'

/**
 * Marks the edges beyond which there are hidden columns: properties of the element around the scroller. Widths in px,
 * of the whole content, of its visible part, and of the columns that do not scroll.
 */
export function useMoreBeside(scroller: RefObject<HTMLElement | null>, width: number, available: number, fixed = 0) {
  const [more, setMore] = useState<string>()
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    // a difference of one px is rounding
    const look = () => {
      const left = element.scrollLeft > 1
      const right = width - available - element.scrollLeft > 1
      setMore([left && 'left', right && 'right'].filter(Boolean).join(' ') || undefined)
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [scroller, width, available])
  const style = { '--shown': `${available}px`, '--fixed': `${fixed}px` } as CSSProperties
  return { className: css.edges, 'data-more': more, style }
}
