import { useEffect, useRef, useState } from 'react'
import { editedTypeOf, useEditedFilterTypes } from '../../../../../filters/editing.ts'
import { isUnset } from '../../../../../model/dashboard/dashboardState.ts'
import {
  type FilterEntry,
  filterFaults,
  hasPreFilter,
  readEntries,
  savedEntries,
  type Ticked,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'

/** After this time, a removed filter is deleted permanently. */
const UNDO_MS = 5000

/** Ids of filters whose form has a checked box without a value yet. */
function useTicks(start: readonly FilterEntry[]) {
  const [isChanged, setIsChanged] = useState(false)
  const [withDefault, setWithDefault] = useState<ReadonlySet<string>>(
    () => new Set(start.filter((entry) => !isUnset(entry['defaultDataMask'] as object)).map(({ id }) => id)),
  )
  const [withPreFilter, setWithPreFilter] = useState<ReadonlySet<string>>(
    () => new Set(start.filter(hasPreFilter).map(({ id }) => id)),
  )
  return {
    isChanged,
    of: (id: string): Ticked => ({ default: withDefault.has(id), preFilter: withPreFilter.has(id) }),
    tick(id: string, part: keyof Ticked, isOn: boolean) {
      setIsChanged(true)
      const set = part === 'default' ? setWithDefault : setWithPreFilter
      set((now) => new Set(isOn ? [...now, id] : [...now].filter((each) => each !== id)))
    },
  }
}

/** Removed entries that can still be restored; after a while they are deleted. */
function useRemoved(onGone: (id: string) => void) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, number>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) window.clearTimeout(timer)
    }
  }, [])
  return {
    removed,
    remove(id: string) {
      setRemoved((now) => new Set(now).add(id))
      timers.current.set(
        id,
        window.setTimeout(() => onGone(id), UNDO_MS),
      )
    },
    restore(id: string) {
      window.clearTimeout(timers.current.get(id))
      setRemoved((now) => new Set([...now].filter((each) => each !== id)))
    },
  }
}

/** The edited filters of a dashboard: existing, selected, removed and invalid ones. */
export function useFilterDraft(metadata: Readonly<Record<string, unknown>>, startId?: string) {
  const types = useEditedFilterTypes()
  const [start] = useState(() => readEntries(metadata))
  const [entries, setEntries] = useState<FilterEntry[]>(start)
  const [selectedId, setSelectedId] = useState(startId ?? start[0]?.id)
  const [addedId, setAddedId] = useState<string>()
  const ticks = useTicks(start)
  const { removed, remove, restore } = useRemoved((id) => {
    setEntries((now) => now.filter((entry) => entry.id !== id))
    setSelectedId((now) => (now === id ? undefined : now))
  })

  const live = entries.filter(({ id }) => !removed.has(id))
  const faults = new Map(
    live.map((entry) => [entry.id, filterFaults(entry, live, ticks.of(entry.id), editedTypeOf(types, entry))]),
  )
  const saved = savedEntries(entries, removed)
  return {
    types,
    entries,
    live,
    removed,
    saved,
    addedId,
    ticks,
    selected: entries.find(({ id }) => id === selectedId),
    faultsOf: (id: string) => faults.get(id) ?? [],
    firstFault: live.find(({ id }) => (faults.get(id)?.length ?? 0) > 0),
    isChanged: ticks.isChanged || JSON.stringify(saved) !== JSON.stringify(start),
    remove,
    restore,
    reorder: setEntries,
    change: (next: FilterEntry) => setEntries((now) => now.map((entry) => (entry.id === next.id ? next : entry))),
    add(entry: FilterEntry) {
      setEntries((now) => [...now, entry])
      setSelectedId(entry.id)
      setAddedId(entry.id)
    },
    /** Shows an existing filter; it does not get the focus of a new one. */
    choose(id: string) {
      setSelectedId(id)
      setAddedId(undefined)
    },
    /** Shows a filter because of its error. */
    show: setSelectedId,
  }
}

export type FilterDraft = ReturnType<typeof useFilterDraft>
