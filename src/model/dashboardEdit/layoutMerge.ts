/**
 * Merges two layouts with a common base: every component is taken from the side that changed it, and a text that both
 * changed in different lines is merged. If both sides made different changes to a component, mine wins and the
 * component is reported. Pure.
 */

import { chartsIn, GRID_ID, parseLayout } from '../dashboard/layout.ts'
import { addAtEnd } from './dashboardEdit.ts'
import { compactSorted } from './dashboardSave.ts'
import {
  availableColumns,
  type Component,
  component,
  isComponent,
  layoutFaults,
  type Position,
  ROOT_ID,
  subtree,
  usedColumns,
  withParents,
} from './layoutEdit.ts'
import { mergeLines } from './lineDiff.ts'

export interface MergedLayout {
  position: Position
  /** ids of components that both changed; the root's id if the layouts could not be merged */
  clashes: string[]
}

type Holders = ReadonlyMap<string, string>

/** Components that can be reached from the root, and their parents. */
export function holdersOf(position: Position): Holders {
  const holders = new Map<string, string>()
  const visit = (id: string, holder: string) => {
    const item = component(position, id)
    if (!item || holders.has(id)) return
    holders.set(id, holder)
    for (const child of item.children) visit(child, id)
  }
  visit(ROOT_ID, '')
  return holders
}

/** Meta for comparison: the server adds the uuid of a chart when it saves. */
export function comparableMeta(position: Position, id: string): Record<string, unknown> {
  const { uuid: _uuid, ...meta } = component(position, id)?.meta ?? {}
  return meta
}

const same = (a: unknown, b: unknown) => compactSorted(a) === compactSorted(b)
const common = (children: readonly string[], others: readonly string[]) => children.filter((id) => others.includes(id))
const childrenOf = (position: Position, id: string) => component(position, id)?.children ?? []

/** Merges two layouts by their differences from `base`. */
export function mergeLayouts(theirs: Position, mine: Position, base: Position): MergedLayout {
  if (same(mine, base)) return { position: theirs, clashes: [] }
  if (same(theirs, base)) return { position: mine, clashes: [] }
  const sides = { theirs: holdersOf(theirs), mine: holdersOf(mine), base: holdersOf(base) }
  const tops = [theirs, mine, base].map((position) => childrenOf(position, ROOT_ID)[0])
  if (new Set(tops).size === 1) {
    const merged = mergeParts(theirs, mine, base, sides)
    if (layoutFaults(merged.position).length <= layoutFaults(mine).length) return merged
  }
  return { position: withAdded(mine, theirs, base), clashes: [ROOT_ID] }
}

function mergeParts(
  theirs: Position,
  mine: Position,
  base: Position,
  sides: Record<'theirs' | 'mine' | 'base', Holders>,
): MergedLayout {
  const clashes = new Set<string>()
  const pick = <T>(a: T, b: T, before: T, id: string): T => {
    if (same(b, before)) return a
    if (!same(a, before) && !same(a, b)) clashes.add(id)
    return b
  }
  const isTouched = (position: Position, holders: Holders, id: string) =>
    holders.get(id) !== sides.base.get(id) || !same(comparableMeta(position, id), comparableMeta(base, id))

  const kept = new Set<string>()
  for (const id of new Set([...sides.mine.keys(), ...sides.theirs.keys()])) {
    const [isTheirs, isMine] = [sides.theirs.has(id), sides.mine.has(id)]
    if ((isTheirs && isMine) || !sides.base.has(id)) kept.add(id)
    else if (isMine && isTouched(mine, sides.mine, id)) {
      kept.add(id)
      clashes.add(id)
    } else if (isTheirs && isTouched(theirs, sides.theirs, id)) clashes.add(id)
  }
  // a chart that both added appears once
  const charts = [...kept].filter((id) => sides.mine.has(id) || sides.base.has(id)).map((id) => chartOf(mine, id))
  for (const id of kept) {
    const isNew = !sides.mine.has(id) && !sides.base.has(id)
    const chart = chartOf(theirs, id)
    if (isNew && chart !== undefined && charts.includes(chart)) kept.delete(id)
  }

  const holders = new Map<string, string>()
  const hold = (id: string) => {
    const [left, right, past] = [sides.theirs.get(id), sides.mine.get(id), sides.base.get(id)]
    const holder =
      left !== undefined && right !== undefined && past !== undefined ? pick(left, right, past, id) : (right ?? left)
    holders.set(id, holder ?? '')
    // a container that one side removed and the other added to is restored
    if (holder && !holders.has(holder)) {
      kept.add(holder)
      hold(holder)
    }
  }
  for (const id of kept) if (!holders.has(id)) hold(id)

  const next: Record<string, unknown> = Object.fromEntries(
    Object.entries(mine).filter(([id]) => !sides.mine.has(id) || kept.has(id)),
  )
  for (const id of kept) {
    const item = component(mine, id) ?? component(theirs, id)
    if (item) next[id] = { ...item, children: orderedChildren(id), ...mergedMeta(item) }
  }
  for (const id of kept) prune(id)
  return fitted({ position: withParents(next, ROOT_ID), clashes: [...clashes] }, mine, sides.mine)

  function mergedMeta({ id, meta }: Component): { meta?: Record<string, unknown> } {
    if (!meta || ![sides.theirs, sides.mine, sides.base].every((holders) => holders.has(id))) return {}
    const [left, right, past] = [theirs, mine, base].map((position) => comparableMeta(position, id))
    const keys = Object.keys({ ...right, ...left })
    const entries = keys.map((key) => {
      const sides = [left?.[key], right?.[key], past?.[key]] as const
      return [key, (key === 'code' ? mergedText(...sides) : undefined) ?? pick(...sides, id)] as const
    })
    return { meta: { ...entriesGiven(entries), ...('uuid' in meta ? { uuid: meta['uuid'] } : {}) } }
  }

  /** The order of the side that changed it; children that only the other side has follow their neighbor there. */
  function orderedChildren(id: string): string[] {
    const [left, right, past] = [childrenOf(theirs, id), childrenOf(mine, id), childrenOf(base, id)]
    const isMineOrder = sides.mine.has(id) && !same(common(right, past), common(past, right))
    const isTheirOrder = sides.theirs.has(id) && !same(common(left, past), common(past, left))
    if (isMineOrder && isTheirOrder && !same(common(left, right), common(right, left))) clashes.add(id)
    const [first, second] = isMineOrder || !sides.theirs.has(id) ? [right, left] : [left, right]
    const isHere = (child: string) => holders.get(child) === id && kept.has(child)
    const ordered = first.filter(isHere)
    for (const [index, child] of second.entries()) {
      if (!isHere(child) || ordered.includes(child)) continue
      const neighbour = second.slice(0, index).findLast((before) => ordered.includes(before))
      ordered.splice(neighbour === undefined ? 0 : ordered.indexOf(neighbour) + 1, 0, child)
    }
    return ordered
  }

  /** A row or tabs component that became empty only by the merge is removed. */
  function prune(id: string): void {
    const item = component(next, id)
    const before = component(mine, id) ?? component(theirs, id)
    if (!item || !['ROW', 'TABS'].includes(item.type) || item.children.length > 0) return
    if (before?.children.length === 0) return
    const holder = component(next, holders.get(id) ?? '')
    delete next[id]
    if (!holder) return
    const children = holder.children.filter((child) => child !== id)
    next[holder.id] = { ...holder, children: holder.type === 'ROOT' ? [GRID_ID] : children }
    prune(holder.id)
  }
}

/** A text that both changed in different places, merged line by line. */
const mergedText = (theirs: unknown, mine: unknown, base: unknown): string | undefined =>
  typeof theirs === 'string' && typeof mine === 'string' && typeof base === 'string'
    ? mergeLines(theirs, mine, base)
    : undefined

const entriesGiven = (entries: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined))

const chartOf = (position: Position, id: string): unknown => {
  const item = component(position, id)
  return item?.type === 'CHART' ? item.meta?.['chartId'] : undefined
}

/**
 * Repairs rows that are too wide after the merge: children from the other side move to a new row below, and the others
 * get their widths in `mine`.
 */
function fitted({ position, clashes }: MergedLayout, mine: Position, own: Holders): MergedLayout {
  let next: Record<string, unknown> = { ...position }
  const both = new Set(clashes)
  for (const row of Object.values(position).filter(isComponent)) {
    if (row.type !== 'ROW' || usedColumns(next, row) <= availableColumns(next, row.id)) continue
    const newcomers = row.children.filter((child) => own.get(child) !== row.id)
    if (newcomers.length > 0 && newcomers.length < row.children.length) next = withOwnRow(next, row, newcomers)
    const left = component(next, row.id)
    if (!left || usedColumns(next, left) <= availableColumns(next, row.id)) continue
    for (const child of left.children) {
      const [item, width] = [component(next, child), component(mine, child)?.meta?.['width']]
      if (!item || width === undefined || item.meta?.['width'] === width) continue
      next[child] = { ...item, meta: { ...item.meta, width } }
      both.add(child)
    }
  }
  return { position: withParents(next, ROOT_ID), clashes: [...both] }
}

function withOwnRow(position: Position, row: Component, children: string[]): Record<string, unknown> {
  const holder = Object.values(position).find(
    (value): value is Component => isComponent(value) && value.children.includes(row.id),
  )
  if (!holder) return { ...position }
  const rowId = `${row.id}-more`
  return {
    ...position,
    [row.id]: { ...row, children: row.children.filter((child) => !children.includes(child)) },
    [rowId]: { ...row, id: rowId, children },
    [holder.id]: { ...holder, children: holder.children.flatMap((id) => (id === row.id ? [id, rowId] : [id])) },
  }
}

/**
 * The layout `mine` with additional charts and texts at its end: those that are in `theirs` but not in the common base.
 */
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
