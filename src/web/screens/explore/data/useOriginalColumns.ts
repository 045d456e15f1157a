import { useState } from 'react'
import { sourceKeyOf } from '../../../api/explore.ts'
import { useExplore } from '../state/exploreContext.ts'

/** The time columns of the dataset that show raw values; stored in this browser per dataset. */
export function useOriginalColumns(): [
  columns: ReadonlySet<string>,
  set: (column: string, isOriginal: boolean) => void,
] {
  const { dataset } = useExplore()
  const key = `sextant.explore.originalColumns.${sourceKeyOf(dataset)}`
  const [columns, setColumns] = useState(() => read(key))
  function set(column: string, isOriginal: boolean) {
    const next = new Set(columns)
    if (isOriginal) next.add(column)
    else next.delete(column)
    setColumns(next)
    if (next.size === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify([...next]))
  }
  return [columns, set]
}

function read(key: string): ReadonlySet<string> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(saved) ? saved.map(String) : [])
  } catch {
    return new Set()
  }
}
