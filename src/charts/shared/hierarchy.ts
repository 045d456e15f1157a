import { worded } from '../../model/language/written.ts'
import type { Groups, GroupValue } from './groups.ts'
import { pausesAfter, type Steps } from './steps.ts'

/** A branch or leaf of rows that were folded level by level. */
export interface Branch {
  name: string
  /** names from the first level to this one */
  path: string[]
  values: GroupValue[]
  /** sums of the rows below, one for each metric; missing values count as zero */
  sums: number[]
  children: Branch[]
  /** number of small branches that this one combines */
  combined?: number
}

/** The children of every leaf: one shared empty list. */
const none: Branch[] = []

/**
 * Folds rows by their dimensions, the first of which is the top level. Rows with equal names become one leaf, in the
 * order of first appearance. Rows that `accepts` rejects are left out.
 */
export function* foldLevels(
  groups: Groups,
  metrics: (number | null)[][],
  accepts: (amounts: number[]) => boolean = () => true,
): Steps<Branch[]> {
  interface Growing {
    branch: Branch
    /** undefined on the last level: creating a map for each leaf would take longer than reading the rows */
    parts: Map<string, Growing> | undefined
  }
  const top: Branch[] = []
  const roots = new Map<string, Growing>()
  const amounts = metrics.map(() => 0)
  for (let row = 0; row < groups.count; row += 1) {
    if (pausesAfter(row)) yield
    for (let at = 0; at < amounts.length; at += 1) amounts[at] = metrics[at]![row] ?? 0
    if (!accepts(amounts)) continue
    const path = groups.texts(row)
    const last = path.length - 1
    let siblings: Map<string, Growing> | undefined = roots
    let branches = top
    for (let level = 0; level <= last && siblings; level += 1) {
      const name = path[level]!
      let growing: Growing | undefined = siblings.get(name)
      if (growing === undefined) {
        const isLeaf = level === last
        const values = groups.values(row)
        const branch: Branch = {
          name,
          path: isLeaf ? path : path.slice(0, level + 1),
          values: isLeaf ? values : values.slice(0, level + 1),
          sums: amounts.map(() => 0),
          children: isLeaf ? none : [],
        }
        growing = { branch, parts: isLeaf ? undefined : new Map() }
        siblings.set(name, growing)
        branches.push(branch)
      }
      const { sums, children } = growing.branch
      for (let at = 0; at < amounts.length; at += 1) sums[at] = sums[at]! + amounts[at]!
      siblings = growing.parts
      branches = children
    }
  }
  return top
}

const collator = new Intl.Collator('en', { numeric: true })

/** Numbers and times by size, others as text. */
function compareAt(level: number, one: Branch, other: Branch): number {
  const [first, second] = [one.values[level], other.values[level]]
  if (typeof first === 'number' && typeof second === 'number') return first - second
  return collator.compare(one.path[level] ?? '', other.path[level] ?? '')
}

/** The order of `flatBranches` after every level was sorted by its values. */
function comparePaths(one: Branch, other: Branch): number {
  const levels = Math.min(one.path.length, other.path.length)
  for (let level = 0; level < levels; level += 1) {
    const difference = compareAt(level, one, other)
    if (difference !== 0) return difference
  }
  return one.path.length - other.path.length
}

const isCombined = ({ combined }: Branch) => Number(combined !== undefined)

/** Every level sorted by its values, with combined branches at the end. */
const orderedBranches = (branches: Branch[]): Branch[] =>
  branches
    .map((branch) => (branch.children.length > 0 ? { ...branch, children: orderedBranches(branch.children) } : branch))
    .toSorted((one, other) => isCombined(one) - isCombined(other) || compareAt(one.path.length - 1, one, other))

/** Every branch, parents before their children: the order in which ECharts numbers the nodes of a tree. */
export function flatBranches(branches: Branch[]): Branch[] {
  const flat: Branch[] = []
  const add = (branch: Branch): void => {
    flat.push(branch)
    for (const child of branch.children) add(child)
  }
  for (const branch of branches) add(branch)
  return flat
}

/**
 * The branches with the largest first sums. The others would be too small to be visible: those of one parent are
 * combined into one branch with their sums. With `isOrdered`, the rows keep their order. Otherwise every level is
 * sorted by its values, because a query without an order may return its rows in a different order each time.
 */
export function* combineSmall(
  branches: Branch[],
  most: number,
  isOrdered: boolean,
): Steps<{ branches: Branch[]; combined: number }> {
  const inOrder = isOrdered ? (some: Branch[]) => some : orderedBranches
  const all = flatBranches(branches)
  yield
  if (all.length <= most) return { branches: inOrder(branches), combined: 0 }
  const keeps = keepsLargest(all, most, isOrdered)
  yield
  // branches are passed in the order of `all`
  let next = 0
  const combine = (parts: Branch[], path: string[]): Branch[] => {
    const large: Branch[] = []
    const sums = parts[0]?.sums.map(() => 0) ?? []
    let combined = 0
    for (const part of parts) {
      const isKept = keeps[next] === 1
      next += 1
      if (isKept) {
        large.push(part.children.length > 0 ? { ...part, children: combine(part.children, part.path) } : part)
        continue
      }
      next += part.children.length > 0 ? flatBranches(part.children).length : 0
      combined += 1
      for (let at = 0; at < sums.length; at += 1) sums[at] = sums[at]! + (part.sums[at] ?? 0)
    }
    if (combined === 0) return large
    const name = worded('{count} more', combined)
    return [...large, { name, path: [...path, name], values: [], sums, children: [], combined }]
  }
  // sorting only the branches that are kept takes a tenth of the time
  const shown = combine(branches, [])
  yield
  return { branches: inOrder(shown), combined: all.length - most }
}

/**
 * For each branch, 1 if it is one of the `most` with the largest first sums. Of equal ones, parents are preferred to
 * their children.
 */
function keepsLargest(all: Branch[], most: number, isOrdered: boolean): Uint8Array {
  const sizes = Float64Array.from(all, ({ sums }) => sums[0] ?? 0)
  const least = sizes.toSorted()[sizes.length - most]!
  const keeps = new Uint8Array(all.length)
  const equal: number[] = []
  let room = most
  for (let at = 0; at < sizes.length; at += 1) {
    const size = sizes[at]!
    if (size < least) continue
    if (size === least) {
      equal.push(at)
      continue
    }
    keeps[at] = 1
    room -= 1
  }
  if (!isOrdered && equal.length > room) equal.sort((one, other) => comparePaths(all[one]!, all[other]!))
  for (const at of equal.slice(0, room)) keeps[at] = 1
  return keeps
}

/** The note of a chart that combines branches. */
export const combinedText = (most: number, combined: number) =>
  `The largest ${most} of ${most + combined} parts; the others are combined`

/** The text of a path. */
export const pathText = (path: string[]) => path.join(' ▸ ')
