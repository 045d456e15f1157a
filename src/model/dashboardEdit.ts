/**
 * What editing a dashboard changes, as one value: undo, drafts and saving take the whole. Keys of the stored metadata and
 * of the layout that editing does not know stay as they are. Pure.
 */
import { saveMetadata } from './dashboardSave.ts'
import { type ActiveTabs, COLUMNS, chartsIn, GRID_ID, type LayoutType, parseLayout } from './layout.ts'
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

export interface DashboardDocument {
  title: string
  slug: string
  css: string
  certifiedBy: string
  certificationDetails: string
  owners: readonly DashboardOwner[]
  /** `json_metadata`, parsed */
  metadata: Readonly<Record<string, unknown>>
  position: Position
}

/** The stored dashboard, as far as it is edited. */
export interface StoredDashboard {
  dashboard_title: string | null
  slug: string | null
  css: string | null
  certified_by: string | null
  certification_details: string | null
  owners?: readonly DashboardOwner[]
  json_metadata: string | null
  position_json: string | null
}

export const UNTITLED = '[ untitled dashboard ]'
/** The steps that can be taken back: the contract's maximum plus 2. */
export const UNDO_LIMIT = 52
/** Characters of a layout; from 90 % of it one is warned. */
export const DEFAULT_SIZE_LIMIT = 65_535
const NEAR_LIMIT = 0.9
const CHARTS_A_ROW = 3

function parseRecord(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** Reads the stored dashboard; charts of it that its layout does not place are placed at the end. */
export function openDocument(stored: StoredDashboard, chartIds: readonly number[], newId: NewId): DashboardDocument {
  return {
    title: stored.dashboard_title ?? '',
    slug: stored.slug ?? '',
    css: stored.css ?? '',
    certifiedBy: stored.certified_by ?? '',
    certificationDetails: stored.certification_details ?? '',
    owners: (stored.owners ?? []).map(({ id, first_name, last_name }) => ({ id, first_name, last_name })),
    metadata: parseRecord(stored.json_metadata),
    position: openPosition(stored.position_json, chartIds, newId),
  }
}

/** The layout to edit: a usable one comes back as it is, an unusable part of it is made usable. */
export function openPosition(text: string | null, chartIds: readonly number[], newId: NewId): Position {
  let position = repaired(parseRecord(text))
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

/** Whether parts of a stored layout cannot be used: no JSON, children that are not there, held twice, or in circles. */
export function isLayoutBroken(text: string | null): boolean {
  if (text === null || text.trim() === '') return false
  const stored = parseRecord(text)
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

/** A component held twice, or by one of its own, is let go where it is met again. */
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

/** The component that holds what the page shows below its top tabs. */
export function openContentId(position: Position, activeTabs: ActiveTabs): string {
  const top = component(position, component(position, ROOT_ID)?.children[0] ?? '')
  if (top?.type !== 'TABS') return top?.id ?? GRID_ID
  const active = activeTabs[top.id]
  return active !== undefined && top.children.includes(active) ? active : (top.children[0] ?? GRID_ID)
}

/** The last place of what is open. */
export function endOf(position: Position, activeTabs: ActiveTabs): Place {
  const parentId = openContentId(position, activeTabs)
  return { parentId, index: component(position, parentId)?.children.length ?? 0 }
}

/** Puts a new component at the end of what is open: charts beside the last ones while their row has room. */
export function addAtEnd(position: Position, item: Component, activeTabs: ActiveTabs, newId: NewId): Edit {
  const end = endOf(position, activeTabs)
  const last = component(position, component(position, end.parentId)?.children.at(-1) ?? '')
  if (last?.type === 'ROW' && ['CHART', 'MARKDOWN', 'COLUMN'].includes(item.type)) {
    const used = last.children.reduce((sum, id) => sum + (Number(component(position, id)?.meta?.['width']) || 4), 0)
    if (used + (Number(item.meta?.['width']) || 4) <= COLUMNS)
      return addComponent(position, item, endOfRow(position, last.id), newId)
  }
  return addComponent(position, item, end, newId)
}

/** What is carried to a new place: something of the layout, or something new. */
export type Carried = { kind: 'move'; id: string } | { kind: 'new'; item: Component }

/** A place that the carried thing can go to, or a full one that would otherwise take it. */
export interface Candidate {
  place: Place
  edit: Edit
}

export const carriedType = (position: Position, carried: Carried): LayoutType | undefined =>
  carried.kind === 'new' ? carried.item.type : component(position, carried.id)?.type

/**
 * Every place on the open tabs where the carried thing may go, in reading order. Places where nothing would change, and
 * those whose parent takes no such thing, are left out; those that lack room say so.
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

/** Body of the saving PUT: positions travel inside the metadata. */
export function saveBody(document: DashboardDocument): Record<string, unknown> {
  const { title, slug, css, certifiedBy, certificationDetails, owners, metadata, position } = document
  return {
    dashboard_title: title.trim() === '' ? UNTITLED : title,
    slug: slug.trim() === '' ? null : slug,
    css,
    certified_by: certifiedBy,
    certification_details: certifiedBy === '' ? '' : certificationDetails,
    owners: owners.map(({ id }) => id),
    json_metadata: JSON.stringify({ ...metadata, positions: position }),
  }
}

export type SizeVerdict = 'fine' | 'near' | 'over'

export function sizeVerdict(position: Position, limit: number): SizeVerdict {
  const { length } = JSON.stringify(position)
  if (length >= limit) return 'over'
  return length >= limit * NEAR_LIMIT ? 'near' : 'fine'
}

/** One thing that another save changed and this one would overwrite. */
export interface Difference {
  key: string
  theirs: string
  mine: string
}

const pretty = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, sortedKeys, 2)

function sortedKeys(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
}

/**
 * What another save changed since `base` and saving `mine` would undo or replace. Layouts are told by what they hold;
 * metadata by what is stored of them, so that keys which saving only fills in are no change.
 */
export function differences(theirs: DashboardDocument, mine: DashboardDocument, base: DashboardDocument): Difference[] {
  const [left, right, before] = [theirs, mine, base].map(comparable) as [Compared, Compared, Compared]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [a, b] = [left.get(key) ?? '', right.get(key) ?? '']
    return a === b || a === (before.get(key) ?? '') ? [] : [{ key, theirs: a, mine: b }]
  })
}

/** What saving `mine` is about: the stored values that it replaces by other ones, and those of `base` it only puts back. */
export function overwriting(
  theirs: DashboardDocument,
  mine: DashboardDocument,
  base: DashboardDocument,
): { replaced: Difference[]; putBack: string[] } {
  const [left, right, before] = [theirs, mine, base].map(comparable) as [Compared, Compared, Compared]
  const keys = [...new Set([...left.keys(), ...right.keys()])]
  const differing = keys.filter((key) => (left.get(key) ?? '') !== (right.get(key) ?? ''))
  const isMine = (key: string) => (right.get(key) ?? '') !== (before.get(key) ?? '')
  return {
    replaced: differing.filter(isMine).map((key) => ({ key, theirs: left.get(key) ?? '', mine: right.get(key) ?? '' })),
    putBack: differing.filter((key) => !isMine(key)),
  }
}

/**
 * Both saves in one: what `mine` left as it was in `base` is taken from `theirs`. The layout counts as one part, and so
 * does each key of the metadata; where both changed a part, mine counts, and what they added to the layout stands at its
 * end.
 */
export function mergeDocuments(
  theirs: DashboardDocument,
  mine: DashboardDocument,
  base: DashboardDocument,
): DashboardDocument {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a, sortedKeys) === JSON.stringify(b, sortedKeys)
  const pick = <T>(a: T, b: T, before: T): T => (isSame(b, before) ? a : b)
  const keys = new Set([...Object.keys(theirs.metadata), ...Object.keys(mine.metadata)])
  const metadata = Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = pick(theirs.metadata[key], mine.metadata[key], base.metadata[key])
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
  const parts = ['title', 'slug', 'css', 'certifiedBy', 'certificationDetails', 'owners', 'position'] as const
  const picked = Object.fromEntries(parts.map((part) => [part, pick<unknown>(theirs[part], mine[part], base[part])]))
  const isOnlyMine = isSame(mine.position, base.position) || isSame(theirs.position, base.position)
  const position = isOnlyMine ? picked['position'] : withAdded(mine.position, theirs.position, base.position)
  return { ...mine, ...picked, position: position as Position, metadata }
}

/** Whether another save only put charts or texts at the end: nothing else has to be decided. */
export function hasOnlyMore(theirs: DashboardDocument, base: DashboardDocument): boolean {
  const more = { ...base, position: withAdded(base.position, theirs.position, base.position) }
  return differences(theirs, more, base).length === 0
}

/** A layout with the charts and texts that another one has and neither it nor their common past. */
function withAdded(mine: Position, theirs: Position, base: Position): Position {
  const placed = new Set([...chartsIn(parseLayout(mine).root), ...chartsIn(parseLayout(base).root)])
  let position = mine
  for (const id of subtree(theirs, ROOT_ID)) {
    const item = component(theirs, id)
    if (!item || id in base || id in mine) continue
    const isNew = item.type === 'MARKDOWN' || (item.type === 'CHART' && !placed.has(Number(item.meta?.['chartId'])))
    const edit = isNew ? addAtEnd(position, item, {}, (type) => `${type}-${id}`) : undefined
    if (edit?.ok) position = edit.value
  }
  return position
}

type Compared = Map<string, string>

function comparable(document: DashboardDocument): Compared {
  const { positions: _positions, ...sent } = document.metadata
  const metadata = parseRecord(saveMetadata(sent, new Map()).json_metadata)
  const texts: [string, unknown][] = [
    ['dashboard_title', document.title],
    ['slug', document.slug],
    ['css', document.css],
    ['certified_by', document.certifiedBy],
    ['certification_details', document.certificationDetails],
    ['owners', ownerNames(document)],
    ['positions', outline(document.position)],
    ...Object.entries(metadata)
      .filter(([key]) => key !== 'default_filters')
      .map(([key, value]): [string, unknown] => [`json_metadata.${key}`, value]),
  ]
  return new Map(texts.map(([key, value]) => [key, pretty(value)]))
}

const ownerNames = ({ owners }: DashboardDocument) =>
  owners.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join('\n')

/** The layout as indented lines. */
export function outline(position: Position): string {
  const lines: string[] = []
  const visit = (id: string, depth: number) => {
    const item = component(position, id)
    if (!item) return
    lines.push(`${'  '.repeat(depth)}${describe(item)}`)
    for (const child of item.children) visit(child, depth + 1)
  }
  for (const child of component(position, ROOT_ID)?.children ?? []) visit(child, 0)
  return lines.join('\n')
}

function describe({ type, meta = {} }: Component): string {
  const name =
    meta['sliceNameOverride'] || meta['sliceName'] || meta['text'] || String(meta['code'] ?? '').split('\n')[0]
  const size = [meta['width'], meta['height']].filter((each) => each !== undefined).join(' × ')
  return [type.toLowerCase(), typeof name === 'string' ? name : '', size && `(${size})`].filter(Boolean).join(' ')
}

/** Whether two documents would be saved alike. */
export const sameDocument = (a: DashboardDocument, b: DashboardDocument) =>
  a === b || JSON.stringify(saveBody(a)) === JSON.stringify(saveBody(b))

/** The tabs around a component, for opening them. */
export function activeTabsAround(position: Position, active: ActiveTabs, id: string): ActiveTabs {
  const path = [...ancestorsOf(position, id), id]
  const opened = { ...active }
  path.forEach((step, index) => {
    const holder = path[index - 1]
    if (holder && component(position, step)?.type === 'TAB') opened[holder] = step
  })
  return opened
}

/** Open tabs that still exist; the first one where the open one is gone. */
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
