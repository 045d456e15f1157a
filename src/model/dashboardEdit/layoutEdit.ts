/**
 * Editing a dashboard's layout: every edit takes the stored map of components (`position_json`, parsed) and returns a
 * new one, or the reason why it is not allowed. Everything that an edit does not change stays as it was, including
 * unknown keys, so that loading and saving a layout without edits is the identity. Pure; ids are arguments. The rules
 * of nesting, depth, width and clean-up are those of the contract's dashboard editor.
 */

import type { Result } from '../basics/result.ts'
import { COLUMNS, GRID_ID, type LayoutType } from '../dashboard/layout.ts'

export interface Component {
  id: string
  type: LayoutType
  children: string[]
  parents?: string[]
  meta?: Record<string, unknown>
  [kept: string]: unknown
}

/** The stored map; entries that are not components (`DASHBOARD_VERSION_KEY`) are kept. */
export type Position = Readonly<Record<string, unknown>>

/** A position among the children of `parentId`; `index` is counted before anything is removed. */
export interface Place {
  parentId: string
  index: number
}

export interface LayoutRefusal {
  message: string
}

export type Edit = Result<Position, LayoutRefusal>

export const ROOT_ID = 'ROOT_ID'
export const NOT_ENOUGH_SPACE =
  'There is not enough space for this component. Try decreasing its width, or increasing the destination width.'
export const TOP_TAB_INTO_NESTED = 'Can not move top level tab into nested tabs'
const NOT_HERE = 'This component cannot be placed here.'

const MIN_HEIGHT = 5
const MAX_HEIGHT = 100
const DEFAULT_WIDTH = 4
const DEFAULT_HEIGHT = 50

/** parent <- allowed children */
const takes: Record<LayoutType, LayoutType[]> = {
  ROOT: ['TABS'],
  GRID: ['CHART', 'MARKDOWN', 'COLUMN', 'DIVIDER', 'HEADER', 'ROW', 'TABS', 'DYNAMIC'],
  TAB: ['CHART', 'MARKDOWN', 'COLUMN', 'DIVIDER', 'HEADER', 'ROW', 'TABS', 'DYNAMIC'],
  ROW: ['CHART', 'MARKDOWN', 'COLUMN', 'DYNAMIC'],
  COLUMN: ['CHART', 'HEADER', 'MARKDOWN', 'ROW', 'DIVIDER', 'TABS', 'DYNAMIC'],
  TABS: ['TAB'],
  CHART: [],
  HEADER: [],
  DIVIDER: [],
  MARKDOWN: [],
  DYNAMIC: [],
}
/** root 0 > grid or tab 1 > row 2 > column 3 > row 4 > column 5 > leaf 6; tabs and tab add no depth below the top */
const MAX_DEPTH = 6
/** rows are not deeper: a column inside a column's row contains only leaves */
const MAX_ROW_DEPTH = 4
const addsDepth = (type: LayoutType) => type !== 'TABS' && type !== 'TAB'
/** In a grid or tab these get their own row. */
const needsRow: LayoutType[] = ['CHART', 'MARKDOWN', 'COLUMN', 'DYNAMIC']

export const isComponent = (value: unknown): value is Component =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as Component).children) &&
  typeof (value as Component).type === 'string'

export function component(position: Position, id: string): Component | undefined {
  const value = position[id]
  return isComponent(value) ? value : undefined
}

const childrenOf = (position: Position, id: string): Component[] =>
  (component(position, id)?.children ?? []).flatMap((childId) => component(position, childId) ?? [])

/** The parent of `id`, found through children (stored parents are not trusted). */
export function parentOf(position: Position, id: string): Component | undefined {
  return Object.values(position).find((value): value is Component => isComponent(value) && value.children.includes(id))
}

/** Ids from the root down to the direct parent. */
export function ancestorsOf(position: Position, id: string): string[] {
  const path: string[] = []
  for (let holder = parentOf(position, id); holder && !path.includes(holder.id); holder = parentOf(position, holder.id))
    path.unshift(holder.id)
  return path
}

/** `id` and everything below it. */
export function subtree(position: Position, id: string): string[] {
  const seen = new Set<string>()
  const visit = (current: string) => {
    if (seen.has(current)) return
    seen.add(current)
    for (const child of component(position, current)?.children ?? []) visit(child)
  }
  visit(id)
  return [...seen]
}

const numberOr = (value: unknown, fallback: number) =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback

/** Width in columns: rows, headers, tabs and dividers have the width of their parent. */
function widthOf(item: Component): number {
  if (item.type === 'DYNAMIC') return numberOr(item.meta?.['width'], COLUMNS)
  return ['CHART', 'MARKDOWN', 'COLUMN'].includes(item.type) ? numberOr(item.meta?.['width'], DEFAULT_WIDTH) : 0
}

/** Rows and tabs have no width of their own: they need the width of their content. */
const takesWhatItGets = ({ type }: Component) => type === 'ROW' || type === 'TABS' || type === 'TAB'

/** Columns used by the children of a row together; in any other component, by its widest child. */
export function usedColumns(position: Position, item: Component): number {
  const widths = childrenOf(position, item.id).map((child) =>
    takesWhatItGets(child) ? usedColumns(position, child) : widthOf(child),
  )
  return item.type === 'ROW' ? widths.reduce((sum, width) => sum + width, 0) : Math.max(0, ...widths)
}

/** Columns that `id` offers to its children: a column its width, anything else that of the nearest column above. */
export function availableColumns(position: Position, id: string): number {
  for (const step of [id, ...ancestorsOf(position, id).reverse()]) {
    const holder = component(position, step)
    if (holder?.type === 'COLUMN') return widthOf(holder)
  }
  return COLUMNS
}

function depthOf(position: Position, id: string): number {
  let depth = 0
  for (const ancestor of [...ancestorsOf(position, id), id]) {
    const item = component(position, ancestor)
    if (!item || item.type === 'ROOT') continue
    const isTopTab = item.type === 'TAB' && parentOf(position, parentOf(position, item.id)?.id ?? '')?.type === 'ROOT'
    if (addsDepth(item.type) || isTopTab) depth++
  }
  return depth
}

function heightInLevels(position: Position, id: string): number {
  const item = component(position, id)
  if (!item) return 0
  const below = Math.max(0, ...item.children.map((child) => heightInLevels(position, child)))
  return below + (addsDepth(item.type) ? 1 : 0)
}

/** How many levels below its parent the lowest row at or under `id` is; 0 without rows. */
function rowLevels(position: Position, id: string): number {
  const item = component(position, id)
  if (!item) return 0
  const below = Math.max(0, ...item.children.map((child) => rowLevels(position, child)))
  if (below > 0) return below + (addsDepth(item.type) ? 1 : 0)
  return item.type === 'ROW' ? 1 : 0
}

/** Why `item` (with its content) may not be placed in `parentId`, or undefined. `already`: it is a child of it now. */
function refusal(position: Position, item: Component, parentId: string, already: boolean): string | undefined {
  const parent = component(position, parentId)
  if (!parent || !takes[parent.type].includes(item.type)) return NOT_HERE
  const wrap = wantsRow(parent.type, item.type)
  const depth = depthOf(position, parentId) + (wrap ? 1 : 0)
  const rows = rowLevels(position, item.id)
  const lowestRow = rows > 0 ? depth + rows : wrap ? depth : 0
  if (depth + heightInLevels(position, item.id) > MAX_DEPTH || lowestRow > MAX_ROW_DEPTH) return NOT_HERE
  const available = availableColumns(position, parentId)
  const needs = takesWhatItGets(item) ? usedColumns(position, item) : widthOf(item)
  const taken = parent.type === 'ROW' && !already ? usedColumns(position, parent) : 0
  return taken + needs > available && !(already && parent.type === 'ROW') ? NOT_ENOUGH_SPACE : undefined
}

const wantsRow = (parent: LayoutType, item: LayoutType) =>
  (parent === 'GRID' || parent === 'TAB') && needsRow.includes(item)

const refuse = (message: string): Edit => ({ ok: false, error: { message } })
const done = (position: Position): Edit => ({ ok: true, value: position })

function withChildren(position: Position, id: string, children: string[]): Position {
  const item = component(position, id)
  return item ? { ...position, [id]: { ...item, children } } : position
}

/** Recomputes `parents` for `id` and everything below it. */
export function withParents(position: Position, id: string): Position {
  const next: Record<string, unknown> = { ...position }
  const visit = (current: string, parents: string[]) => {
    const item = component(next, current)
    if (!item) return
    next[current] = { ...item, parents }
    for (const child of item.children) visit(child, [...parents, current])
  }
  visit(id, ancestorsOf(position, id))
  return next
}

function insert(position: Position, place: Place, id: string): Position {
  const children = [...(component(position, place.parentId)?.children ?? [])]
  children.splice(Math.min(Math.max(place.index, 0), children.length), 0, id)
  return withParents(withChildren(position, place.parentId, children), id)
}

/** Inserts `id` at the position, in a new row if the position requires one. */
function insertWrapped(position: Position, place: Place, item: Component, rowId: string): Position {
  const parent = component(position, place.parentId)
  if (!parent || !wantsRow(parent.type, item.type)) return insert(position, place, item.id)
  const row: Component = { id: rowId, type: 'ROW', children: [], meta: { background: 'BACKGROUND_TRANSPARENT' } }
  return insert(insert({ ...position, [rowId]: row }, place, rowId), { parentId: rowId, index: 0 }, item.id)
}

function without(position: Position, ids: string[]): Position {
  const gone = new Set(ids)
  return Object.fromEntries(Object.entries(position).filter(([id]) => !gone.has(id)))
}

/** Removes `id` from its parent; a row, tab or tabs component that becomes empty is removed too, up to the grid. */
function detach(position: Position, id: string): Position {
  const parent = parentOf(position, id)
  if (!parent) return position
  const left = parent.children.filter((child) => child !== id)
  const trimmed = withChildren(position, parent.id, left)
  if (left.length > 0 || !['ROW', 'TABS'].includes(parent.type)) return trimmed
  const isTop = parentOf(position, parent.id)?.type === 'ROOT'
  const removed = without(detach(trimmed, parent.id), [parent.id])
  return isTop ? withChildren(removed, ROOT_ID, [GRID_ID]) : removed
}

/** Default size and texts of a new component. Charts get `chartId` and `sliceName` in `meta`. */
export function newComponent(type: LayoutType, id: string, meta: Record<string, unknown> = {}): Component {
  const defaults: Partial<Record<LayoutType, Record<string, unknown>>> = {
    CHART: { width: DEFAULT_WIDTH, height: DEFAULT_HEIGHT },
    MARKDOWN: { width: DEFAULT_WIDTH, height: DEFAULT_HEIGHT },
    COLUMN: { width: DEFAULT_WIDTH, background: 'BACKGROUND_TRANSPARENT' },
    ROW: { background: 'BACKGROUND_TRANSPARENT' },
    HEADER: { text: 'New header', headerSize: 'MEDIUM_HEADER', background: 'BACKGROUND_TRANSPARENT' },
    TAB: { text: '', defaultText: 'Tab title', placeholder: 'Tab title' },
    DYNAMIC: { width: COLUMNS },
  }
  return { id, type, children: [], meta: { ...defaults[type], ...meta } }
}

/**
 * `newId(type)` returns ids for components that an edit creates itself (a row around a chart, the first tab of new
 * tabs).
 */
export type NewId = (type: LayoutType) => string

export function addComponent(position: Position, item: Component, place: Place, newId: NewId): Edit {
  if (item.type === 'TABS' && place.parentId === ROOT_ID) return addTopLevelTabs(position, item, newId)
  let next: Position = { ...position, [item.id]: item }
  const fitted = fitInto(next, item, place.parentId)
  next = { ...next, [item.id]: fitted }
  const reason = refusal(next, fitted, place.parentId, false)
  if (reason) return refuse(reason)
  next = insertWrapped(next, place, fitted, newId('ROW'))
  if (item.type === 'TABS' && item.children.length === 0) {
    const tab = newComponent('TAB', newId('TAB'))
    next = insert({ ...next, [tab.id]: tab }, { parentId: item.id, index: 0 }, tab.id)
  }
  return done(next)
}

/** A new chart, text or column may be narrower than its default, to fit into the free space of a row. */
function fitInto(position: Position, item: Component, parentId: string): Component {
  const parent = component(position, parentId)
  const width = widthOf(item)
  if (!parent || width === 0) return item
  const free = availableColumns(position, parentId) - (parent.type === 'ROW' ? usedColumns(position, parent) : 0)
  return free >= 1 && free < width ? { ...item, meta: { ...item.meta, width: free } } : item
}

/** The grid's content moves into the first tab; the empty grid stays in the map, as in the contract. */
function addTopLevelTabs(position: Position, tabs: Component, newId: NewId): Edit {
  const grid = component(position, GRID_ID)
  const root = component(position, ROOT_ID)
  if (!grid || !root?.children.includes(GRID_ID)) return refuse(NOT_HERE)
  const tab: Component = { ...newComponent('TAB', newId('TAB')), children: grid.children }
  let next: Position = { ...position, [tabs.id]: { ...tabs, children: [tab.id] }, [tab.id]: tab }
  next = withChildren(withChildren(next, GRID_ID, []), ROOT_ID, [tabs.id])
  return done(withParents(next, tabs.id))
}

/** Removes the top-level tabs and moves the content of the first one to the grid. */
export function removeTopLevelTabs(position: Position): Edit {
  const tabs = childrenOf(position, ROOT_ID).find((child) => child.type === 'TABS')
  const first = tabs && childrenOf(position, tabs.id)[0]
  if (!tabs || !first) return refuse(NOT_HERE)
  const kept = new Set(first.children.flatMap((id) => subtree(position, id)))
  let next = without(
    position,
    subtree(position, tabs.id).filter((id) => !kept.has(id)),
  )
  const grid = component(next, GRID_ID) ?? newComponent('GRID', GRID_ID)
  next = { ...next, [GRID_ID]: { ...grid, children: [...first.children] } }
  return done(withParents(withChildren(next, ROOT_ID, [GRID_ID]), GRID_ID))
}

export function moveComponent(position: Position, id: string, place: Place, newId: NewId): Edit {
  const item = component(position, id)
  const source = parentOf(position, id)
  if (!item || !source || subtree(position, id).includes(place.parentId)) return refuse(NOT_HERE)
  const isTopTab = item.type === 'TAB' && parentOf(position, source.id)?.type === 'ROOT'
  if (isTopTab && place.parentId !== source.id && component(position, place.parentId)?.type === 'TABS')
    return refuse(TOP_TAB_INTO_NESTED)
  if (item.type === 'TABS' && (source.type === 'ROOT' || place.parentId === ROOT_ID)) return refuse(NOT_HERE)
  const samePlace = source.id === place.parentId
  const reason = refusal(position, item, place.parentId, samePlace)
  if (reason) return refuse(reason)
  if (samePlace) return done(reorder(position, source, id, place.index))
  const before = source.children.indexOf(id)
  const taken = detach(position, id)
  // removing the item from its old place may have deleted the row above the target, or the target itself
  if (!component(taken, place.parentId)) return refuse(NOT_HERE)
  const removedAbove = removedBefore(position, taken, place)
  return before < 0
    ? refuse(NOT_HERE)
    : done(insertWrapped(taken, { ...place, index: place.index - removedAbove }, item, newId('ROW')))
}

function reorder(position: Position, parent: Component, id: string, index: number): Position {
  const from = parent.children.indexOf(id)
  const children = parent.children.filter((child) => child !== id)
  children.splice(index > from ? index - 1 : Math.max(index, 0), 0, id)
  return withChildren(position, parent.id, children)
}

/** How many of the target's children before the index were removed by the clean-up of the source. */
function removedBefore(before: Position, after: Position, place: Place): number {
  const left = new Set(component(after, place.parentId)?.children)
  return (component(before, place.parentId)?.children ?? []).slice(0, place.index).filter((child) => !left.has(child))
    .length
}

export function removeComponent(position: Position, id: string): Edit {
  const item = component(position, id)
  if (!item || item.type === 'ROOT' || item.type === 'GRID') return refuse(NOT_HERE)
  const parent = parentOf(position, id)
  if (!parent) return refuse(NOT_HERE)
  if (item.type === 'TABS' && parent.type === 'ROOT') return removeTopLevelTabs(position)
  return done(without(detach(position, id), subtree(position, id)))
}

/** Widths are between the widest child (at least 1) and the free width of the row; heights between 5 and 100 units. */
export function resizeComponent(position: Position, id: string, size: { width?: number; height?: number }): Edit {
  const item = component(position, id)
  const parent = parentOf(position, id)
  if (!item || !parent || widthOf(item) === 0) return refuse(NOT_HERE)
  const meta: Record<string, unknown> = { ...item.meta }
  if (size.width !== undefined) {
    const others = parent.type === 'ROW' ? usedColumns(position, parent) - widthOf(item) : 0
    const most = Math.max(1, availableColumns(position, parent.id) - others)
    const least = item.type === 'COLUMN' ? Math.max(1, usedColumns(position, item)) : 1
    meta['width'] = Math.max(least, Math.min(Math.round(size.width), most))
  }
  if (size.height !== undefined && item.type !== 'COLUMN') {
    meta['height'] = Math.max(MIN_HEIGHT, Math.min(Math.round(size.height), MAX_HEIGHT))
  }
  return done({ ...position, [id]: { ...item, meta } })
}

/** Changes texts, header size, background, markdown source or name override. */
export function changeMeta(position: Position, id: string, meta: Record<string, unknown>): Edit {
  const item = component(position, id)
  return item ? done({ ...position, [id]: { ...item, meta: { ...item.meta, ...meta } } }) : refuse(NOT_HERE)
}

/** Errors in a layout; empty for a valid one. Orphans are allowed (the contract leaves an unused grid behind). */
export function layoutFaults(position: Position): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  const visit = (id: string) => {
    const item = component(position, id)
    if (!item) return faults.push(`${id} is missing`)
    if (seen.has(id)) return faults.push(`${id} is contained twice`)
    seen.add(id)
    for (const childId of item.children) {
      const child = component(position, childId)
      const isRootContent = item.type === 'ROOT' && child?.type === 'GRID'
      if (child && !takes[item.type].includes(child.type) && !isRootContent)
        faults.push(`${item.type} holds ${child.type}`)
      visit(childId)
    }
    if (item.type === 'ROW' && usedColumns(position, item) > availableColumns(position, id))
      faults.push(`${id} is too wide`)
    if (depthOf(position, id) > (item.type === 'ROW' ? MAX_ROW_DEPTH : MAX_DEPTH)) faults.push(`${id} is too deep`)
    return faults.length
  }
  visit(ROOT_ID)
  return faults
}
