import type { JsonCell } from '../../model/query/chartData.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'

/** A group of one side of the table: the values of its first `depth` dimensions. The root has depth 0. */
export interface PivotNode {
  /** unique within its side */
  id: number
  depth: number
  key: JsonCell
  parent: PivotNode | null
  children: PivotNode[]
  /** range of the leaves of the group */
  from: number
  to: number
  /** by metric: whether it has a value anywhere in the group */
  has: boolean[]
}

export interface PivotTree {
  root: PivotNode
  /** number of dimensions */
  depth: number
  /** in display order */
  leaves: PivotNode[]
  size: number
}

interface Growing {
  tree: PivotTree
  /** the leaf of each record; undefined if none of its metrics has a value */
  leafOf: (PivotNode | undefined)[]
  /** the group with these values; undefined if no record belongs to it */
  find: (keys: JsonCell[]) => PivotNode | undefined
}

/**
 * Groups records by their dimensions. `metrics` are the values of each metric by record. Records without a value belong
 * to no group.
 */
export function* growTree(dimensions: JsonCell[][], recordCount: number, metrics: JsonCell[][]): Steps<Growing> {
  /** by id of the parent */
  const byKey: Map<unknown, PivotNode>[] = []
  let size = 0
  const create = (depth: number, key: JsonCell, parent: PivotNode | null): PivotNode => {
    const node: PivotNode = { id: size, depth, key, parent, children: [], from: 0, to: 0, has: [] }
    size += 1
    byKey.push(new Map())
    parent?.children.push(node)
    return node
  }
  const childOf = (node: PivotNode, key: JsonCell): PivotNode => {
    const children = byKey[node.id]!
    const known = children.get(identity(key))
    if (known) return known
    const child = create(node.depth + 1, key, node)
    children.set(identity(key), child)
    return child
  }
  const root = create(0, null, null)
  const leafOf: (PivotNode | undefined)[] = []
  for (let record = 0; record < recordCount; record++) {
    if (pausesAfter(record)) yield
    let node: PivotNode | undefined
    for (let metric = 0; metric < metrics.length; metric++) {
      if ((metrics[metric]![record] ?? null) === null) continue
      if (node === undefined) {
        node = root
        for (const keys of dimensions) node = childOf(node, keys[record] ?? null)
      }
      for (let group: PivotNode | null = node; group && !group.has[metric]; group = group.parent) {
        group.has[metric] = true
      }
    }
    leafOf.push(node)
  }
  const find = (keys: JsonCell[]) => {
    let node: PivotNode | undefined = root
    for (const key of keys) node = node && byKey[node.id]?.get(identity(key))
    return node
  }
  return { tree: { root, depth: dimensions.length, leaves: [], size }, leafOf, find }
}

const identity = (key: JsonCell) => (Array.isArray(key) ? JSON.stringify(key) : key)

/** Sorts the children of each group, and numbers the leaves. */
export function orderTree(tree: PivotTree, compare: (one: PivotNode, other: PivotNode) => number): void {
  tree.leaves = []
  const visit = (node: PivotNode) => {
    node.from = tree.leaves.length
    if (node.depth === tree.depth) tree.leaves.push(node)
    node.children.sort(compare)
    for (const child of node.children) visit(child)
    node.to = tree.leaves.length
  }
  visit(tree.root)
}

/** The values of the dimensions that define a group. */
export function pathOf(node: PivotNode): JsonCell[] {
  const path: JsonCell[] = []
  for (let group = node; group.parent; group = group.parent) path.push(group.key)
  return path.reverse()
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' })

/** Natural order: missing values, numbers, then texts with the numbers in them compared as numbers. */
export function compareKeys(one: JsonCell, other: JsonCell): number {
  const rank = (key: JsonCell) => (key === null ? 0 : typeof key === 'number' ? 1 : 2)
  if (rank(one) !== rank(other)) return rank(one) - rank(other)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return one === null ? 0 : collator.compare(String(one), String(other))
}
