import { useMemo, useState } from 'react'
import { compareNames } from '../ui/compareNames.ts'
import type { SortOrder } from '../ui/Table.tsx'

/** More items are rendered on request: a dataset may have ten thousand columns. */
const shownAtFirst = 100

export interface Items<T> {
  /** the rendered items, in order */
  shown: T[]
  /** number of items that match the search */
  count: number
  search: string
  setSearch: (search: string) => void
  showAll: () => void
  sortedBy: (field: string) => SortOrder | undefined
  /** ascending, descending, unsorted */
  sort: (field: string) => void
  isOpen: (key: string) => boolean
  toggle: (key: string) => void
  /** opens an item that was inserted before all others, so that it is visible */
  openFirst: (key: string) => void
}

/** A list of columns or metrics, searched by one of their texts and sorted by one of `texts`. Items can be opened. */
export function useItems<T extends { key: string }>(
  all: readonly T[],
  searched: (item: T) => string,
  texts: Readonly<Record<string, (item: T) => string>>,
): Items<T> {
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(shownAtFirst)
  const [order, setOrder] = useState<{ field: string; order: SortOrder }>()
  const [open, setOpen] = useState<readonly string[]>([])

  const found = useMemo(() => {
    const words = search.trim().toLowerCase()
    const matching = words === '' ? [...all] : all.filter((item) => searched(item).toLowerCase().includes(words))
    const textOf = order && texts[order.field]
    if (!textOf) return matching
    const sign = order.order === 'asc' ? 1 : -1
    return matching.toSorted((a, b) => sign * compareNames(textOf(a), textOf(b)))
    // the functions are equivalent in each render
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [all, search, order])

  return {
    shown: found.slice(0, limit),
    count: found.length,
    search,
    setSearch,
    showAll: () => setLimit(Number.POSITIVE_INFINITY),
    sortedBy: (field) => (order?.field === field ? order.order : undefined),
    sort: (field) =>
      setOrder(
        order?.field !== field ? { field, order: 'asc' } : order.order === 'asc' ? { field, order: 'desc' } : undefined,
      ),
    isOpen: (key) => open.includes(key),
    toggle: (key) => setOpen(open.includes(key) ? open.filter((each) => each !== key) : [...open, key]),
    openFirst(key) {
      setSearch('')
      setOrder(undefined)
      setOpen([...open, key])
    },
  }
}
