import { useDeferredValue } from 'react'

/** With more rows, reading, layout and drawing are separate tasks, so that the page can respond in between. */
export const manyRows = 3000

/**
 * The value, which must be memoized. If it was computed from many rows: undefined in the first render and the previous
 * value after a change, until the page had time to respond.
 */
export function useInOwnTask<T>(value: T, rows: number): T | undefined {
  // without a page, the whole image is drawn at once
  const isLarge = rows > manyRows && typeof document !== 'undefined'
  // React ignores an initial value that is undefined
  const later = useDeferredValue<T | null>(value, isLarge ? null : value)
  return isLarge ? (later ?? undefined) : value
}
