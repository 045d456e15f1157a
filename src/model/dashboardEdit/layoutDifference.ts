/** The changes in two layouts with a common base, component by component. Pure. */

import { type LayoutNode, parseLayout } from '../dashboard/layout.ts'
import { compactSorted } from './dashboardSave.ts'
import { component, type Position } from './layoutEdit.ts'
import { comparableMeta, holdersOf } from './layoutMerge.ts'
import { commonPairs } from './lineDiff.ts'

export type ElementChange = 'added' | 'removed' | 'text' | 'size' | 'moved' | 'look'

/** One side of a component: its state there, and how it was changed. */
export interface ElementSide {
  node: LayoutNode | undefined
  changes: ElementChange[]
}

export interface ElementDifference {
  id: string
  /** its current name, or the last one */
  node: LayoutNode
  before: LayoutNode | undefined
  theirs: ElementSide
  mine: ElementSide
}

/** The components that differ between both, in reading order; rows only if they themselves differ. */
export function elementDifferences(theirs: Position, mine: Position, base: Position): ElementDifference[] {
  const [left, right, past] = [sideOf(theirs, base), sideOf(mine, base), parseLayout(base).byId]
  return [...new Set([...right.nodes.keys(), ...left.nodes.keys(), ...past.keys()])].flatMap((id) => {
    const node = right.nodes.get(id) ?? left.nodes.get(id) ?? past.get(id)
    if (!node || node.type === 'ROOT' || node.type === 'GRID') return []
    const [a, b] = [left.of(id), right.of(id)]
    if (isAlike(id, a, b) || (node.type === 'ROW' && hidesRow(a) && hidesRow(b))) return []
    return [{ id, node, before: past.get(id), theirs: a, mine: b }]
  })

  function isAlike(id: string, a: ElementSide, b: ElementSide): boolean {
    if (a.changes.length + b.changes.length === 0) return true
    const isSame = compactSorted(comparableMeta(theirs, id)) === compactSorted(comparableMeta(mine, id))
    return a.changes.join() === b.changes.join() && isSame && left.holders.get(id) === right.holders.get(id)
  }
}

/** A row that was removed, or added with content, is not listed itself, because its content is. */
const hidesRow = ({ node, changes }: ElementSide) =>
  changes.every((change) => change === 'removed' || (change === 'added' && node?.children.length !== 0))

function sideOf(position: Position, base: Position) {
  const [nodes, past] = [parseLayout(position).byId, parseLayout(base).byId]
  const [holders, before] = [holdersOf(position), holdersOf(base)]
  const moved = new Set(
    [...holders].flatMap(([id, holder]) => (before.has(id) && before.get(id) !== holder ? [id] : [])),
  )
  for (const [id, { children }] of past) {
    const old = children.map((child) => child.id).filter((child) => holders.get(child) === id)
    const now = (component(position, id)?.children ?? []).filter((child) => before.get(child) === id)
    const still = new Set(commonPairs(old, now).map(([at]) => old[at]))
    for (const child of old) if (!still.has(child)) moved.add(child)
  }
  return { nodes, holders, of }

  function of(id: string): ElementSide {
    const [node, old] = [nodes.get(id), past.get(id)]
    if (!node || !old) return { node, changes: node ? ['added'] : old ? ['removed'] : [] }
    const changes: ElementChange[] = []
    const [now, was] = [comparableMeta(position, id), comparableMeta(base, id)]
    const kinds = Object.keys({ ...now, ...was })
      .filter((key) => compactSorted(now[key]) !== compactSorted(was[key]))
      .map((key) => kindOf[key] ?? 'look')
    for (const kind of new Set(kinds)) changes.push(kind)
    if (moved.has(id)) changes.push('moved')
    return { node, changes }
  }
}

const kindOf: Record<string, ElementChange> = {
  code: 'text',
  text: 'text',
  sliceNameOverride: 'text',
  width: 'size',
  height: 'size',
}
