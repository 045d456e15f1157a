import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'

/** With more columns than this, only those near the visible part are rendered: each cell takes time. */
const manyColumns = 60
/** The rendered part moves in steps of this many px, so that most scrolling renders nothing. */
const step = 240
/** px that are rendered to the left and right of the visible part, so that the next columns can be focused. */
const beside = 480

/** The range of rendered columns (`to` is exclusive), and the widths in px of all columns before and after them. */
export interface VisibleColumns {
  from: number
  to: number
  before: number
  after: number
}

/** The columns in a part of the table, from `left` to `right` in px; at least one. */
export function columnsIn(widths: readonly number[], left: number, right: number): VisibleColumns {
  const total = sum(widths)
  let [from, before] = [0, 0]
  while (from < widths.length - 1 && before + widths[from]! <= left) before += widths[from++]!
  let [to, end] = [from + 1, before + (widths[from] ?? 0)]
  while (to < widths.length && end < right) end += widths[to++]!
  return { from, to, before, after: Math.max(0, total - end) }
}

/** The scroll position that shows a column, as near as possible to the current one; both in px. */
export function placeOfColumn(
  widths: readonly number[],
  column: number,
  { left, width }: { left: number; width: number },
): number {
  const start = sum(widths.slice(0, column))
  return Math.max(0, Math.min(start, Math.max(left, start + (widths[column] ?? 0) - width)))
}

/** The columns near the scroll position; all if there are not many. */
export function useScrolledColumns(
  widths: readonly number[],
  scroller: RefObject<HTMLElement | null>,
  available: number,
): VisibleColumns {
  const isMany = widths.length > manyColumns
  const [left, setLeft] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !isMany) return
    // `scrollLeft` is negative if the text direction is right to left
    const look = () => setLeft(Math.floor(Math.abs(element.scrollLeft) / step) * step)
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [scroller, isMany])
  return useMemo(
    () =>
      isMany
        ? columnsIn(widths, left - beside, left + step + available + beside)
        : { from: 0, to: widths.length, before: 0, after: 0 },
    [widths, isMany, left, available],
  )
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
