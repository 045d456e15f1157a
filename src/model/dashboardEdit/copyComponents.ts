/** Copies of components with their content: within a dashboard, and from one dashboard to another. Pure. */

import type { ActiveTabs } from '../dashboard/layout.ts'
import { isRecord, parseObject } from '../wire/json.ts'
import { addWhereOpen } from './dashboardEdit.ts'
import {
  addComponent,
  type Component,
  component,
  type Edit,
  isComponent,
  type NewId,
  newComponent,
  type Position,
  parentOf,
  subtree,
} from './layoutEdit.ts'

/** A component and everything below it. */
export interface CopiedComponents {
  root: string
  components: Readonly<Record<string, Component>>
}

/** What is copied; undefined for the parts that every layout has once. */
export function copyComponents(position: Position, id: string): CopiedComponents | undefined {
  const item = component(position, id)
  if (!item || item.type === 'ROOT' || item.type === 'GRID') return undefined
  const components = subtree(position, id).flatMap((each) => {
    const copied = component(position, each)
    return copied ? [[each, copied] as const] : []
  })
  return { root: id, components: Object.fromEntries(components) }
}

/** Reads copied components from the text in which they were stored; undefined if it contains none. */
export function readCopy(text: string): CopiedComponents | undefined {
  const { root, components } = parseObject(text)
  if (typeof root !== 'string' || !isRecord(components)) return undefined
  const valid = Object.values(components).every((each) => isComponent(each))
  return valid && isComponent(components[root])
    ? { root, components: components as Record<string, Component> }
    : undefined
}

export interface PasteOptions {
  /** charts of the dashboard: each is shown once */
  placed: ReadonlySet<number>
  newId: NewId
}

/** The copy with new ids, without charts that are already placed. */
function renamed({ root, components }: CopiedComponents, { placed, newId }: PasteOptions) {
  const added: Component[] = []
  let leftOut = 0
  function visit(id: string): string | undefined {
    const item = components[id]
    if (!item) return undefined
    const chartId = item.meta?.['chartId']
    if (typeof chartId === 'number' && placed.has(chartId)) {
      leftOut++
      return undefined
    }
    const children = item.children.flatMap((child) => visit(child) ?? [])
    // a row whose charts are all left out would stay empty
    if (item.type === 'ROW' && item.children.length > 0 && children.length === 0) return undefined
    const { parents: _parents, ...rest } = item
    const copied: Component = { ...rest, id: newId(item.type), children }
    added.push(copied)
    return copied.id
  }
  const id = visit(root)
  return { item: added.find((each) => each.id === id), added, leftOut }
}

export interface Pasted {
  edit: Edit
  /** id of the copy */
  id: string
  /** charts that are on the dashboard already */
  leftOut: number
}

/**
 * Adds a copy where the user expects it: a tab next to the selected one, anything else where a new component would be
 * added. Undefined if all its charts are already on the dashboard.
 */
export function pasteComponents(
  position: Position,
  copied: CopiedComponents,
  { activeTabs, selectedId, ...options }: PasteOptions & { activeTabs: ActiveTabs; selectedId: string | undefined },
): Pasted | undefined {
  const { item, added, leftOut } = renamed(copied, options)
  if (!item) return undefined
  const extended = { ...position, ...Object.fromEntries(added.map((each) => [each.id, each])) }
  const place = item.type === 'TAB' ? nextToTab(position, selectedId ?? copied.root) : undefined
  const edit =
    item.type === 'TAB'
      ? place
        ? addComponent(extended, item, place, options.newId)
        : ({ ok: false, error: { message: 'Select a tab first: a tab is pasted next to it.' } } as const)
      : addWhereOpen(extended, item, activeTabs, selectedId, options.newId)
  return { edit, id: item.id, leftOut }
}

/** Adds a copy next to the original; at the end of the open tab, if the row is full. */
export function duplicateComponent(
  position: Position,
  id: string,
  options: PasteOptions & { activeTabs: ActiveTabs },
): Pasted | undefined {
  const copied = copyComponents(position, id)
  const parent = parentOf(position, id)
  if (!copied || !parent) return undefined
  const { item, added, leftOut } = renamed(copied, options)
  if (!item) return undefined
  const extended = { ...position, ...Object.fromEntries(added.map((each) => [each.id, each])) }
  const place = { parentId: parent.id, index: parent.children.indexOf(id) + 1 }
  const beside = addComponent(extended, item, place, options.newId)
  const isTab = item.type === 'TAB' || item.type === 'TABS'
  const edit = beside.ok || isTab ? beside : addWhereOpen(extended, item, options.activeTabs, id, options.newId)
  return { edit, id: item.id, leftOut }
}

function nextToTab(position: Position, id: string): { parentId: string; index: number } | undefined {
  for (let at: string | undefined = id; at; at = parentOf(position, at)?.id) {
    const parent = parentOf(position, at)
    if (parent?.type === 'TABS') return { parentId: parent.id, index: parent.children.indexOf(at) + 1 }
  }
  return undefined
}

/** An empty row with columns of these widths, at the start of a container. */
export function addPresetRow(position: Position, parentId: string, widths: readonly number[], newId: NewId): Edit {
  const row = newComponent('ROW', newId('ROW'))
  let edit = addComponent(position, row, { parentId, index: 0 }, newId)
  for (const [index, width] of widths.entries()) {
    if (!edit.ok) return edit
    const column = newComponent('COLUMN', newId('COLUMN'), { width })
    edit = addComponent(edit.value, column, { parentId: row.id, index }, newId)
  }
  return edit
}
