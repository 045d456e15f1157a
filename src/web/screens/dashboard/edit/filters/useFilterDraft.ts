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
import { useUndoable } from '../../../../undo/useUndoable.ts'

/** After this time, a removed filter is deleted permanently. */
const UNDO_MS = 5000

/** Everything that an undo step of the dialog may change. */
interface Edited {
  entries: readonly FilterEntry[]
  /** removed entries that can still be restored */
  removed: ReadonlySet<string>
  /** ids of filters whose form has a checked box, with or without a value yet */
  ticked: Readonly<Record<keyof Ticked, ReadonlySet<string>>>
}

const startOf = (metadata: Readonly<Record<string, unknown>>): Edited => {
  const entries = readEntries(metadata)
  const idsOf = (has: (entry: FilterEntry) => boolean) => new Set(entries.filter(has).map(({ id }) => id))
  return {
    entries,
    removed: new Set(),
    ticked: { default: idsOf((entry) => !isUnset(entry['defaultDataMask'] as object)), preFilter: idsOf(hasPreFilter) },
  }
}

const withId = (ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> =>
  new Set(isIn ? [...ids, id] : [...ids].filter((each) => each !== id))

const sameIds = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((id) => b.has(id))

/** Calls `onGone` a while after an entry was removed, unless it is restored before. */
function useRemoval(onGone: (id: string) => void) {
  const timers = useRef(new Map<string, number>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) window.clearTimeout(timer)
    }
  }, [])
  return {
    start: (id: string) => {
      window.clearTimeout(timers.current.get(id))
      timers.current.set(
        id,
        window.setTimeout(() => onGone(id), UNDO_MS),
      )
    },
    stop: (id: string) => window.clearTimeout(timers.current.get(id)),
  }
}

/** The edited filters of a dashboard: existing, selected, removed and invalid ones. */
export function useFilterDraft(metadata: Readonly<Record<string, unknown>>, startId?: string) {
  const types = useEditedFilterTypes()
  const [start] = useState(() => startOf(metadata))
  const steps = useUndoable<Edited>(start)
  const { entries, removed, ticked } = steps.present
  const [selectedId, setSelectedId] = useState(startId ?? start.entries[0]?.id)
  const [addedId, setAddedId] = useState<string>()
  const removal = useRemoval((id) => {
    // an undo may have restored the entry in the meantime
    steps.replace((now) =>
      now.removed.has(id) ? { ...now, entries: now.entries.filter((entry) => entry.id !== id) } : now,
    )
  })
  const setEntries = (change: (now: readonly FilterEntry[]) => readonly FilterEntry[]) =>
    steps.set((now) => ({ ...now, entries: change(now.entries) }))
  const setRemoved = (id: string, isRemoved: boolean) =>
    steps.set((now) => ({ ...now, removed: withId(now.removed, id, isRemoved) }))
  const ticksOf = (id: string): Ticked => ({ default: ticked.default.has(id), preFilter: ticked.preFilter.has(id) })

  function moved(move: () => void) {
    // only the form of a new filter takes the focus, not one that reappears
    setAddedId(undefined)
    move()
  }

  const live = entries.filter(({ id }) => !removed.has(id))
  const faults = new Map(
    live.map((entry) => [entry.id, filterFaults(entry, live, ticksOf(entry.id), editedTypeOf(types, entry))]),
  )
  const saved = savedEntries(entries, removed)
  return {
    types,
    entries,
    live,
    removed,
    saved,
    addedId,
    steps: {
      ...steps,
      undo: () => moved(steps.undo),
      redo: () => moved(steps.redo),
    },
    ticks: {
      of: ticksOf,
      tick: (id: string, part: keyof Ticked, isOn: boolean) =>
        steps.set((now) => ({ ...now, ticked: { ...now.ticked, [part]: withId(now.ticked[part], id, isOn) } })),
    },
    selected: entries.find(({ id }) => id === selectedId),
    faultsOf: (id: string) => faults.get(id) ?? [],
    firstFault: live.find(({ id }) => (faults.get(id)?.length ?? 0) > 0),
    isChanged:
      !sameIds(ticked.default, start.ticked.default) ||
      !sameIds(ticked.preFilter, start.ticked.preFilter) ||
      JSON.stringify(saved) !== JSON.stringify(savedEntries(start.entries, start.removed)),
    remove(id: string) {
      setRemoved(id, true)
      removal.start(id)
    },
    restore(id: string) {
      setRemoved(id, false)
      removal.stop(id)
    },
    reorder: (next: readonly FilterEntry[]) => setEntries(() => next),
    change: (next: FilterEntry) => setEntries((now) => now.map((entry) => (entry.id === next.id ? next : entry))),
    add(entry: FilterEntry) {
      setEntries((now) => [...now, entry])
      setSelectedId(entry.id)
      setAddedId(entry.id)
    },
    /** Shows an existing filter. Its form does not take the focus, unlike that of a new filter. */
    choose(id: string) {
      setSelectedId(id)
      setAddedId(undefined)
    },
    /** Shows a filter because of its error. */
    show: setSelectedId,
  }
}

export type FilterDraft = ReturnType<typeof useFilterDraft>
