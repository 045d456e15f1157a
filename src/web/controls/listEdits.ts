/** The list with one item at another position. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}

/** The list without one item. */
export const without = <T>(list: readonly T[], index: number): T[] => list.filter((_item, at) => at !== index)

/** The list with an item replaced, or added at the end. */
export function placed<T>(list: readonly T[], index: number | 'new', item: T): T[] {
  return index === 'new' ? [...list, item] : list.map((old, at) => (at === index ? item : old))
}

/** A saved value that may be a list, a single item, or missing. */
export function listOf<T>(value: unknown): T[] {
  if (Array.isArray(value)) return value as T[]
  return value === undefined || value === null || value === '' ? [] : [value as T]
}
