import { useState } from 'react'

export interface Selection {
  isOn: boolean
  ids: ReadonlySet<number>
  toggle: (id: number) => void
  /** selects all of these, or none if all are selected already */
  toggleAll: (ids: readonly number[]) => void
  clear: () => void
  start: () => void
  stop: () => void
}

/** The items that are selected in bulk select; undefined ids mean that bulk select is off. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>()
  const chosen = ids ?? new Set<number>()
  return {
    isOn: ids !== undefined,
    ids: chosen,
    toggle: (id) => {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    toggleAll: (all) => setIds(all.every((id) => chosen.has(id)) ? new Set() : new Set(all)),
    // does not switch bulk select on or off
    clear: () => setIds((before) => before && new Set()),
    start: () => setIds(new Set()),
    stop: () => setIds(undefined),
  }
}
