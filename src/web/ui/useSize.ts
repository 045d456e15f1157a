import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Size {
  width: number
  height: number
}

/** Inner size of an element in whole px; undefined before it is first visible. While it is hidden, its last size. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const next = { width: element.clientWidth, height: element.clientHeight }
      if (next.width === 0 || next.height === 0) return
      setSize((last) => (last?.width === next.width && last.height === next.height ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
