import { createContext, useContext } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { advance, type History, redo, startHistory, undo } from '../../../../model/basics/history.ts'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { isNativeFilter } from '../../../../model/dashboard/dashboardState.ts'
import { type LayoutType, parseLayout } from '../../../../model/dashboard/layout.ts'
import {
  activeTabsAround,
  activeTabsForStep,
  addWhereOpen,
  type Candidate,
  type Carried,
  candidatePlaces,
  type DashboardDocument,
  keptActiveTabs,
  sameDocument,
  UNDO_LIMIT,
} from '../../../../model/dashboardEdit/dashboardEdit.ts'
import { type Component, type Edit, type Position, parentOf } from '../../../../model/dashboardEdit/layoutEdit.ts'
import { toast } from '../../../ui/toast.ts'
import { withBoxFilters } from '../filterBox/boxFilters.ts'
import type { Session } from '../state/session.ts'

/** A component being moved. */
export interface Lifted {
  carried: Carried
  label: string
  by: 'pointer' | 'keyboard'
  candidates: readonly Candidate[]
  /** index of the current target place */
  at: number | undefined
}

export interface EditState {
  history: History<DashboardDocument>
  /** the version on the server */
  saved: DashboardDocument
  version: string | undefined
  /** the layout while a component is being resized */
  preview: Position | undefined
  selectedId: string | undefined
  lifted: Lifted | undefined
  isSaving: boolean
  /** the restored draft, as one undo step, and the number of its changes */
  restored: { document: DashboardDocument; changes: number } | undefined
  /** charts that could not be loaded: deleted or hidden */
  lostCharts: ReadonlySet<number>
}

export type EditStore = StoreApi<EditState>

export interface Editor {
  store: EditStore
  session: Session
  document: () => DashboardDocument
  position: () => Position
  /** a change outside of the layout */
  change: (patch: Partial<DashboardDocument>) => void
  /** a layout edit; a rejected one shows a message and changes nothing */
  apply: (edit: Edit, select?: string) => boolean
  show: (preview: Position | undefined) => void
  undo: () => void
  redo: () => void
  select: (id: string | undefined) => void
  lift: (carried: Carried, label: string, by: Lifted['by']) => void
  /** computes the possible places again, after a tab was opened during the move */
  refreshPlaces: () => void
  aim: (at: number | undefined) => void
  drop: () => void
  cancelLift: () => void
  /** adds a component where the user expects it: on the open tab */
  add: (item: Component) => void
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Ids in the format of the contract: the type and random letters. */
export function newId(type: LayoutType): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => alphabet[byte % alphabet.length])
  return `${type}-${letters.join('')}`
}

interface EditorWords {
  slots: (count: number) => string
  otherScope: () => string
}

/** The edit state of one open dashboard. The rendered layout, filters and colors of the session follow it. */
export function createEditor(
  session: Session,
  document: DashboardDocument,
  version: string | undefined,
  words: EditorWords,
): Editor {
  const store: EditStore = createStore<EditState>(() => ({
    history: startHistory(document),
    saved: document,
    version,
    preview: undefined,
    selectedId: undefined,
    lifted: undefined,
    isSaving: false,
    restored: undefined,
    lostCharts: new Set(),
  }))
  const current = () => store.getState().history.present
  const shown = () => store.getState().preview ?? current().position
  const draw = drawing(session, () => ({ position: shown(), metadata: current().metadata }))
  draw()
  store.subscribe(draw)

  function commit(next: DashboardDocument): void {
    const before = store.getState().history
    const history = advance(before, next, UNDO_LIMIT)
    if (history.exceeded && !before.exceeded) toast.warning(words.slots(UNDO_LIMIT))
    store.setState({ history, preview: undefined })
  }

  function apply(edit: Edit, select?: string): boolean {
    if (!edit.ok) {
      store.setState({ preview: undefined })
      toast.danger(edit.error.message, { noDuplicate: true })
      return false
    }
    commit({ ...current(), position: edit.value })
    if (select !== undefined) {
      store.setState({ selectedId: select })
      reveal(session, shown(), select)
    }
    return true
  }

  return {
    store,
    session,
    document: current,
    position: shown,
    change: (patch) => commit({ ...current(), ...patch }),
    apply,
    show: (preview) => store.setState({ preview }),
    undo: () => step(store, session, undo(store.getState().history)),
    redo: () => step(store, session, redo(store.getState().history)),
    select: (id) => store.setState({ selectedId: id }),
    ...carrying(store, session, apply, words),
    add(item) {
      const { activeTabs } = session.store.getState()
      apply(addWhereOpen(current().position, item, activeTabs, store.getState().selectedId, newId), item.id)
    },
  }
}

/** Returns a function that renders the document if it has changed since the last call. */
function drawing(
  session: Session,
  now: () => { position: Position; metadata: DashboardDocument['metadata'] },
): () => void {
  let drawnPosition: Position | undefined
  let drawnMetadata: unknown
  return () => {
    const { position, metadata } = now()
    if (position === drawnPosition && metadata === drawnMetadata) return
    const layout = parseLayout(position)
    const parsed = metadata === drawnMetadata ? session.store.getState().metadata : parseMetadata(metadata)
    drawnPosition = position
    drawnMetadata = metadata
    // shared colors of the previous scheme would override those of the new one
    if (parsed.color_scheme !== session.store.getState().metadata.color_scheme)
      session.colors.clear(parsed.sharedColors)
    session.store.setState((state) => ({
      layout,
      metadata: parsed,
      filters: parsed.native_filter_configuration.filter(isNativeFilter),
      ...withBoxFilters({ ...state, layout, metadata: parsed }),
      activeTabs: keptActiveTabs(position, state.activeTabs),
    }))
  }
}

/**
 * Opens the tabs that contain a component, renders it and focuses it: synchronously, so that it receives the next key.
 */
function reveal(session: Session, position: Position, id: string): void {
  flushSync(() =>
    session.store.setState(({ activeTabs }) => ({ activeTabs: activeTabsAround(position, activeTabs, id) })),
  )
  const element = window.document.getElementById(id)
  if (!element?.contains(window.document.activeElement)) element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}

/** Goes to another step of the history, and opens the tab with the difference. */
function step(store: EditStore, session: Session, history: History<DashboardDocument>): void {
  const [before, after] = [store.getState().history.present.position, history.present.position]
  store.setState(({ selectedId }) => ({
    history,
    preview: undefined,
    lifted: undefined,
    selectedId: selectedId !== undefined && selectedId in after ? selectedId : undefined,
  }))
  session.store.setState(({ activeTabs }) => ({ activeTabs: activeTabsForStep(before, after, activeTabs) }))
}

type Carrying = Pick<Editor, 'lift' | 'refreshPlaces' | 'aim' | 'drop' | 'cancelLift'>

/** Moves a component to another place, by pointer or keyboard. */
function carrying(store: EditStore, session: Session, apply: Editor['apply'], words: EditorWords): Carrying {
  const position = () => store.getState().history.present.position
  const places = (carried: Carried) => candidatePlaces(position(), carried, session.store.getState().activeTabs, newId)
  return {
    lift(carried, label, by) {
      const candidates = places(carried)
      const at = by === 'keyboard' ? firstAt(position(), carried, candidates) : undefined
      store.setState({ lifted: { carried, label, by, candidates, at } })
    },
    refreshPlaces() {
      store.setState(({ lifted }) =>
        lifted ? { lifted: { ...lifted, candidates: places(lifted.carried), at: undefined } } : {},
      )
    },
    aim(at) {
      store.setState(({ lifted }) => (lifted && lifted.at !== at ? { lifted: { ...lifted, at } } : {}))
    },
    drop() {
      const { lifted } = store.getState()
      store.setState({ lifted: undefined })
      const candidate = lifted?.at === undefined ? undefined : lifted.candidates[lifted.at]
      if (!lifted || !candidate) return
      const before = session.store.getState()
      apply(candidate.edit, lifted.carried.kind === 'new' ? lifted.carried.item.id : lifted.carried.id)
      const after = session.store.getState()
      const isRescoped = after.filters.some(({ id }) =>
        [...before.charts.keys()].some((chart) => before.reach[id]?.has(chart) !== after.reach[id]?.has(chart)),
      )
      if (lifted.carried.kind === 'move' && isRescoped) toast.warning(words.otherScope())
    },
    cancelLift: () => store.setState({ lifted: undefined }),
  }
}

/**
 * The place where a move by keyboard starts: the last accepted place for a new component. For any other component, the
 * first accepted place after it in its container, or else the first accepted place.
 */
function firstAt(position: Position, carried: Carried, candidates: readonly Candidate[]): number | undefined {
  const accepted = candidates.flatMap(({ edit }, index) => (edit.ok ? [index] : []))
  if (carried.kind === 'new') return accepted.at(-1)
  const parent = parentOf(position, carried.id)
  const own = parent?.children.indexOf(carried.id) ?? 0
  const near = accepted.find((index) => {
    const place = candidates[index]?.place
    return place?.parentId === parent?.id && (place?.index ?? 0) > own
  })
  return near ?? accepted[0]
}

export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('no dashboard is being edited here')
  return editor
}

export function useEdit<T>(select: (state: EditState) => T): T {
  return useStore(useEditor().store, useShallow(select))
}

/** Number of changes since the last save; a restored draft counts its own changes. */
export function countChanges({ history, restored }: Pick<EditState, 'history' | 'restored'>): number {
  const hasRestored = restored && [...history.past, history.present].includes(restored.document)
  return Math.max(1, history.past.length + (hasRestored ? restored.changes - 1 : 0))
}

export const isDirty = ({ history, saved }: EditState) => !sameDocument(history.present, saved)
