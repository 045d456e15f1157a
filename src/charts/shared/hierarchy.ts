import { worded } from '../../model/language/written.ts'
import type { Groups, GroupValue } from './groups.ts'

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

/**
 * Folds rows by their dimensions, the first of which is the top level. Rows with equal names become one leaf, in the
 * order of first appearance. Rows that `accepts` rejects are left out.
 */
export function foldLevels(
  groups: Groups,
  metrics: (number | null)[][],
  accepts: (amounts: number[]) => boolean = () => true,
): Branch[] {
  interface Growing {
    branch: Branch
    /** undefined on the last level: creating a map for each leaf would take longer than reading the rows */
    parts: Map<string, Growing> | undefined
  }
  const top: Branch[] = []
  const roots = new Map<string, Growing>()
  const amounts = metrics.map(() => 0)
  for (let row = 0; row < groups.count; row += 1) {
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
          children: [],
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

/**
 * Sorts every level by its values: numbers and times by size, others as text. For a query without an order, which may
 * return its rows in a different order each time.
 */
export const orderedBranches = (branches: Branch[]): Branch[] =>
  branches
    .map((branch) => (branch.children.length > 0 ? { ...branch, children: orderedBranches(branch.children) } : branch))
    .toSorted((one, other) => {
      const [first, second] = [one.values.at(-1), other.values.at(-1)]
      if (typeof first === 'number' && typeof second === 'number') return first - second
      return collator.compare(one.name, other.name)
    })

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
 * combined into one branch with their sums.
 */
export function combineSmall(branches: Branch[], most: number): { branches: Branch[]; combined: number } {
  const all = flatBranches(branches)
  if (all.length <= most) return { branches, combined: 0 }
  const sizes = new Float64Array(all.map(({ sums }) => sums[0] ?? 0))
  const least = sizes.toSorted()[sizes.length - most]!
  let room = most
  for (const size of sizes) if (size > least) room -= 1
  // among equal ones, the first are kept: a parent is before its children
  const kept = new Set(all.filter((_, at) => sizes[at]! > least || (sizes[at] === least && room-- > 0)))
  const combine = (parts: Branch[], path: string[]): Branch[] => {
    const large = parts.filter((part) => kept.has(part))
    const small = parts.filter((part) => !kept.has(part))
    const whole = large.map((part) => ({ ...part, children: combine(part.children, part.path) }))
    if (small.length === 0) return whole
    const name = worded('{count} more', small.length)
    const sums = small[0]!.sums.map((_, at) => small.reduce((sum, part) => sum + (part.sums[at] ?? 0), 0))
    return [...whole, { name, path: [...path, name], values: [], sums, children: [], combined: small.length }]
  }
  return { branches: combine(branches, []), combined: all.length - most }
}

/** The note of a chart that combines branches. */
export const combinedText = (most: number, combined: number) =>
  `The largest ${most} of ${most + combined} parts; the others are combined`

/** The text of a path. */
export const pathText = (path: string[]) => path.join(' ▸ ')
