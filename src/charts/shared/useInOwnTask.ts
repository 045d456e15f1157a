import { useDeferredValue } from 'react'

/** More rows are read, laid out and drawn in tasks of their own, so that the page can respond in between. */
export const manyRows = 3000

/**
 * The value, which must be memoized. If it was made of many rows: undefined in the first drawing and the previous value
 * after a change, until the page had time to respond.
 */
export function useInOwnTask<T>(value: T, rows: number): T | undefined {
  // where there is no page, the whole picture is drawn at once
  const isLarge = rows > manyRows && typeof document !== 'undefined'
  // React ignores an initial value that is undefined
  const later = useDeferredValue<T | null>(value, isLarge ? null : value)
  return isLarge ? (later ?? undefined) : value
}
