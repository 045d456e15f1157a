/**
 * Everything that editing a dashboard changes, as one value: undo, drafts and saving use the whole. Unknown keys of the
 * stored metadata and layout are not changed. Pure.
 */

import { sharedColorKeys } from '../dashboard/dashboardMetadata.ts'
import { type ActiveTabs, COLUMNS, chartsIn, GRID_ID, type LayoutType, parseLayout } from '../dashboard/layout.ts'
import { isRecord, parseObject } from '../wire/json.ts'
import { compactSorted } from './dashboardSave.ts'
import {
  addComponent,
  ancestorsOf,
  type Component,
  component,
  type Edit,
  isComponent,
  moveComponent,
  type NewId,
  NOT_ENOUGH_SPACE,
  newComponent,
  type Place,
  type Position,
  parentOf,
  ROOT_ID,
  subtree,
} from './layoutEdit.ts'

export interface DashboardOwner {
  id: number
  first_name: string
  last_name: string
}

export interface DashboardRole {
  id: number
  name: string
}

export interface DashboardDocument {
  title: string
  slug: string
  css: string
  certifiedBy: string
  certificationDetails: string
  owners: readonly DashboardOwner[]
  /** roles that see the dashboard and its data; absent if dashboard roles are disabled */
  roles?: readonly DashboardRole[]
  /** `json_metadata`, parsed */
  metadata: Readonly<Record<string, unknown>>
  position: Position
}

/** The editable parts of the stored dashboard. */
export interface StoredDashboard {
  dashboard_title: string | null
  slug: string | null
  css: string | null
  certified_by: string | null
  certification_details: string | null
  owners?: readonly DashboardOwner[]
  roles?: readonly DashboardRole[] | undefined
  json_metadata: string | null
  position_json: string | null
}

export const UNTITLED = '[ untitled dashboard ]'
/** The number of steps that can be undone: the contract's maximum plus 2. */
export const UNDO_LIMIT = 52
/** Maximum characters of a layout; from 90 % of it a warning is shown. */
export const DEFAULT_SIZE_LIMIT = 65_535
const NEAR_LIMIT = 0.9
const CHARTS_A_ROW = 3

/** Reads the stored dashboard; charts that its layout does not place are placed at the end. */
export function openDocument(stored: StoredDashboard, chartIds: readonly number[], newId: NewId): DashboardDocument {
  return {
    title: stored.dashboard_title ?? '',
    slug: stored.slug ?? '',
    css: stored.css ?? '',
    certifiedBy: stored.certified_by ?? '',
    certificationDetails: stored.certification_details ?? '',
    owners: (stored.owners ?? []).map(({ id, first_name, last_name }) => ({ id, first_name, last_name })),
    ...(stored.roles && { roles: stored.roles.map(({ id, name }) => ({ id, name })) }),
    metadata: parseObject(stored.json_metadata),
    position: openPosition(stored.position_json, chartIds, newId),
  }
}

/** Whether a dashboard has not been edited since it was created: every save of the editor stores a layout. */
export const isAsCreated = ({ dashboard_title, slug, css, certified_by, position_json }: StoredDashboard) =>
  dashboard_title === UNTITLED &&
  [slug, css, certified_by].every((text) => !text) &&
  Object.keys(parseObject(position_json)).length === 0

/** The layout to edit: a valid one is not changed, invalid parts are repaired. */
export function openPosition(text: string | null, chartIds: readonly number[], newId: NewId): Position {
  let position = repaired(parseObject(text))
  const placed = new Set(chartsIn(parseLayout(position).root))
  const missing = [...new Set(chartIds)].filter((id) => !placed.has(id))
  let rowId: string | undefined
  for (const [index, chartId] of missing.entries()) {
    const chart = newComponent('CHART', newId('CHART'), { chartId })
    const home = index % CHARTS_A_ROW === 0 || rowId === undefined ? endOf(position, {}) : endOfRow(position, rowId)
    const edit = addComponent(position, chart, home, newId)
    if (!edit.ok) continue
    position = edit.value
    rowId = parentOf(position, chart.id)?.id
  }
  return position
}

/** Whether parts of a stored layout are invalid: not JSON, children that are missing, contained twice, or in cycles. */
export function isLayoutBroken(text: string | null): boolean {
  if (text === null || text.trim() === '') return false
  const stored = parseObject(text)
  if (Object.keys(stored).length === 0) return !/^\s*\{\s*\}\s*$/.test(text)
  const usable = repaired(stored)
  return Object.entries(stored).some(([key, value]) => {
    const [before, after] = [childIds(value), childIds(usable[key])]
    return before.length > after.length || before.some((child) => !after.includes(child))
  })
}

function repaired(stored: Record<string, unknown>): Position {
  const next: Record<string, unknown> =
    Object.keys(stored).length === 0 ? { DASHBOARD_VERSION_KEY: 'v2' } : { ...stored }
  const held = new Set([ROOT_ID, GRID_ID, ...Object.values(stored).flatMap(childIds)])
  for (const id of held) {
    const value = stored[id]
    if (typeof value !== 'object' || value === null || !('type' in value)) continue
    const children = childIds(value).filter((child) => child in stored)
    const isWhole = isComponent(value) && value.children.length === children.length && value.id === id
    if (!isWhole) next[id] = { ...value, id, children }
  }
  if (!component(next, ROOT_ID)) next[ROOT_ID] = { id: ROOT_ID, type: 'ROOT', children: [GRID_ID] }
  const root = component(next, ROOT_ID)
  if (root && root.children.length === 0) next[ROOT_ID] = { ...root, children: [GRID_ID] }
  if (!component(next, GRID_ID)) {
    next[GRID_ID] = { id: GRID_ID, type: 'GRID', children: [], parents: [ROOT_ID] }
  }
  return withoutLoops(next)
}

const childIds = (value: unknown): string[] => {
  const children = typeof value === 'object' && value !== null && 'children' in value ? value.children : []
  return Array.isArray(children) ? children.filter((child) => typeof child === 'string') : []
}

/** A component that is contained twice, or by one of its own descendants, is dropped at its second occurrence. */
function withoutLoops(position: Position): Position {
  const next: Record<string, unknown> = { ...position }
  const seen = new Set<string>([ROOT_ID])
  const visit = (id: string) => {
    const item = component(next, id)
    if (!item) return
    const children = item.children.filter((child) => !seen.has(child) && isComponent(next[child]))
    for (const child of children) seen.add(child)
    if (children.length < item.children.length) next[id] = { ...item, children }
    for (const child of children) visit(child)
  }
  visit(ROOT_ID)
  return next
}

const endOfRow = (position: Position, rowId: string): Place => ({
  parentId: rowId,
  index: component(position, rowId)?.children.length ?? 0,
})

/** The component with the content that the page shows below its top tabs. */
export function openContentId(position: Position, activeTabs: ActiveTabs): string {
  const top = component(position, component(position, ROOT_ID)?.children[0] ?? '')
  if (top?.type !== 'TABS') return top?.id ?? GRID_ID
  const active = activeTabs[top.id]
  return active !== undefined && top.children.includes(active) ? active : (top.children[0] ?? GRID_ID)
}

/** The last place of the open tab. */
export function endOf(position: Position, activeTabs: ActiveTabs): Place {
  const parentId = openContentId(position, activeTabs)
  return { parentId, index: component(position, parentId)?.children.length ?? 0 }
}

/** Adds a component at the end of the open tab: charts next to the last ones while their row has room. */
export function addAtEnd(position: Position, item: Component, activeTabs: ActiveTabs, newId: NewId): Edit {
  return addAtEndOf(position, item, openContentId(position, activeTabs), newId)
}

function addAtEndOf(position: Position, item: Component, parentId: string, newId: NewId): Edit {
  const children = component(position, parentId)?.children ?? []
  const last = component(position, children.at(-1) ?? '')
  if (last?.type === 'ROW' && ['CHART', 'MARKDOWN', 'COLUMN'].includes(item.type)) {
    const used = last.children.reduce((sum, id) => sum + (Number(component(position, id)?.meta?.['width']) || 4), 0)
    if (used + (Number(item.meta?.['width']) || 4) <= COLUMNS) {
      const beside = addComponent(position, item, endOfRow(position, last.id), newId)
      if (beside.ok) return beside
    }
  }
  return addComponent(position, item, { parentId, index: children.length }, newId)
}

/**
 * Adds a component where the user expects it: in the selected row or column, else at the end of the column or open tab
 * around the selection, else at the end of the open tab of the last tabs on the page. Tabs are placed below existing
 * content.
 */
export function addWhereOpen(
  position: Position,
  item: Component,
  activeTabs: ActiveTabs,
  selectedId: string | undefined,
  newId: NewId,
): Edit {
  if (item.type !== 'TABS') {
    for (const id of containersAround(position, activeTabs, selectedId)) {
      const isRow = component(position, id)?.type === 'ROW'
      const edit = isRow
        ? addComponent(position, item, endOfRow(position, id), newId)
        : addAtEndOf(position, item, id, newId)
      if (edit.ok) return edit
    }
  }
  return addAtEnd(position, item, activeTabs, newId)
}

/**
 * Containers around the selection that can contain a new component, nearest first; without a selection, the open tab of
 * the last tabs.
 */
function containersAround(position: Position, activeTabs: ActiveTabs, selectedId: string | undefined): string[] {
  const openTab = (tabs: Component) => {
    const active = activeTabs[tabs.id]
    return active !== undefined && tabs.children.includes(active) ? active : tabs.children[0]
  }
  const found: string[] = []
  const path = selectedId === undefined ? [] : [...ancestorsOf(position, selectedId), selectedId]
  for (const id of path) {
    const holder = component(position, id)
    if (holder?.type === 'COLUMN' || (holder?.type === 'ROW' && id === selectedId)) found.unshift(id)
    if (holder?.type !== 'TABS') continue
    // the selection may be on a tab that is not open any more
    const open = openTab(holder)
    if (open !== undefined) found.unshift(open)
    if (open === undefined || !path.includes(open)) break
  }
  if (found.length > 0) return found
  const content = component(position, openContentId(position, activeTabs))
  if (content?.type === 'TAB') return []
  const tabs = content?.children.flatMap((id) => component(position, id) ?? []).findLast(({ type }) => type === 'TABS')
  const open = tabs && openTab(tabs)
  return open === undefined ? [] : [open]
}

/** The component being moved: one of the layout, or a new one. */
export type Carried = { kind: 'move'; id: string } | { kind: 'new'; item: Component }

/** A place for the moved component, or a full one that would otherwise accept it. */
export interface Candidate {
  place: Place
  edit: Edit
}

export const carriedType = (position: Position, carried: Carried): LayoutType | undefined =>
  carried.kind === 'new' ? carried.item.type : component(position, carried.id)?.type

/**
 * Every place on the open tabs for the moved component, in reading order. Places where nothing would change, and those
 * whose parent does not accept the component, are omitted; those without enough room are marked.
 */
export function candidatePlaces(
  position: Position,
  carried: Carried,
  activeTabs: ActiveTabs,
  newId: NewId,
): Candidate[] {
  const found: Candidate[] = []
  const own = carried.kind === 'move' ? new Set(subtree(position, carried.id)) : new Set<string>()
  const source = carried.kind === 'move' ? parentOf(position, carried.id) : undefined
  const sourceIndex = source && carried.kind === 'move' ? source.children.indexOf(carried.id) : -1
  const tryPlace = (place: Place) => {
    const stays = place.parentId === source?.id && (place.index === sourceIndex || place.index === sourceIndex + 1)
    if (stays) return
    const edit =
      carried.kind === 'new'
        ? addComponent(position, carried.item, place, newId)
        : moveComponent(position, carried.id, place, newId)
    if (edit.ok || edit.error.message === NOT_ENOUGH_SPACE) found.push({ place, edit })
  }
  const visit = (id: string) => {
    const holder = component(position, id)
    if (!holder || own.has(id)) return
    const isOpenOnly = holder.type === 'TABS'
    holder.children.forEach((child, index) => {
      tryPlace({ parentId: id, index })
      if (!isOpenOnly || (activeTabs[id] ?? holder.children[0]) === child) visit(child)
    })
    tryPlace({ parentId: id, index: holder.children.length })
  }
  const root = component(position, ROOT_ID)
  if (carriedType(position, carried) === 'TABS' && carried.kind === 'new' && root?.children.includes(GRID_ID))
    tryPlace({ parentId: ROOT_ID, index: 0 })
  for (const child of root?.children.slice(0, 1) ?? []) visit(child)
  return found
}

const mostColors = 1000

/**
 * The document with the colors assigned to its charts, so that each label gets the same color regardless of the tab
 * that is opened first. Colors chosen by users take precedence; without a color scheme of the dashboard, the schemes of
 * the charts are used.
 */
export function withSharedColors(
  document: DashboardDocument,
  given: Readonly<Record<string, string>>,
): DashboardDocument {
  const { metadata } = document
  const byHand = isRecord(metadata['label_colors']) ? metadata['label_colors'] : {}
  const colors = Object.entries(given).filter(([label]) => !Object.hasOwn(byHand, label))
  if (!metadata['color_scheme'] || colors.length === 0) return document
  const [early, late] = sharedColorKeys
  const key = late in metadata || Array.isArray(metadata[early]) ? late : early
  return { ...document, metadata: { ...metadata, [key]: Object.fromEntries(colors.slice(0, mostColors)) } }
}

/** Metadata for a color scheme: another scheme means that colors are assigned again. */
export function withScheme(metadata: DashboardDocument['metadata'], scheme: string): DashboardDocument['metadata'] {
  const next = { ...metadata, color_scheme: scheme }
  if (scheme === (metadata['color_scheme'] ?? '')) return next
  const old = sharedColorKeys.filter((key) => isRecord(metadata[key]))
  return { ...next, ...Object.fromEntries(old.map((key) => [key, {}])) }
}

/** Body of the PUT request that saves: positions are part of the metadata. */
export function saveBody(document: DashboardDocument): Record<string, unknown> {
  const { title, slug, css, certifiedBy, certificationDetails, owners, roles, metadata, position } = document
  return {
    dashboard_title: title.trim() === '' ? UNTITLED : title,
    slug: slug.trim() === '' ? null : slug,
    css,
    certified_by: certifiedBy,
    certification_details: certifiedBy === '' ? '' : certificationDetails,
    owners: owners.map(({ id }) => id),
    ...(roles && { roles: roles.map(({ id }) => id) }),
    json_metadata: JSON.stringify({ ...metadata, positions: position }),
  }
}

export type SizeVerdict = 'fine' | 'near' | 'over'

export function sizeVerdict(position: Position, limit: number): SizeVerdict {
  const { length } = JSON.stringify(position)
  if (length >= limit) return 'over'
  return length >= limit * NEAR_LIMIT ? 'near' : 'fine'
}

/** Whether saving the two documents would store the same data. */
export const sameDocument = (a: DashboardDocument, b: DashboardDocument) =>
  a === b || JSON.stringify(saveBody(a)) === JSON.stringify(saveBody(b))

/** The active tabs after opening every tab that contains a component. */
export function activeTabsAround(position: Position, active: ActiveTabs, id: string): ActiveTabs {
  const path = [...ancestorsOf(position, id), id]
  const opened = { ...active }
  path.forEach((step, index) => {
    const holder = path[index - 1]
    if (holder && component(position, step)?.type === 'TAB') opened[holder] = step
  })
  return opened
}

/**
 * The tabs to open so that a step from one layout to another is visible; the open ones if part of it is visible there.
 */
export function activeTabsForStep(before: Position, after: Position, active: ActiveTabs): ActiveTabs {
  const kept = keptActiveTabs(after, active)
  const changed = Object.values(after)
    .filter(isComponent)
    .filter((now) => isChanged(before[now.id], now))
  const opened = changed.map(({ id }) => activeTabsAround(after, kept, id))
  const isSeen = opened.some((tabs) => Object.keys(tabs).every((holder) => tabs[holder] === kept[holder]))
  return isSeen ? kept : (opened[0] ?? kept)
}

function isChanged(before: unknown, { children, meta }: Component): boolean {
  if (!isComponent(before)) return true
  if (before.children === children && before.meta === meta) return false
  return compactSorted([before.children, before.meta ?? {}]) !== compactSorted([children, meta ?? {}])
}

/** Open tabs that still exist; the first one if the open one was deleted. */
export function keptActiveTabs(position: Position, active: ActiveTabs): ActiveTabs {
  const kept: ActiveTabs = {}
  for (const value of Object.values(position)) {
    if (!isComponent(value) || value.type !== 'TABS') continue
    const open = active[value.id]
    const tab = open !== undefined && value.children.includes(open) ? open : value.children[0]
    if (tab !== undefined) kept[value.id] = tab
  }
  return kept
}
