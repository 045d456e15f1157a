import { type RefObject, useLayoutEffect, useState } from 'react'

/** The edges beyond which there are hidden columns, as a text for `data-more`: `left`, `right`, both, or undefined. */
export function useMoreBeside(scroller: RefObject<HTMLElement | null>, width: number, available: number) {
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
  return more
}
