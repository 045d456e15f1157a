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
  /** how many small branches this one stands for */
  combined?: number
}

/**
 * Folds rows by their dimensions, the first of which is the top level. Rows of equal names become one leaf, in the order
 * of first appearance. Rows that `accepts` refuses are left out.
 */
export function foldLevels(
  groups: Groups,
  metrics: (number | null)[][],
  accepts: (amounts: number[]) => boolean = () => true,
): Branch[] {
  const top: Branch[] = []
  const known = new Map<Branch | undefined, Map<string, Branch>>()
  for (let row = 0; row < groups.count; row += 1) {
    const amounts = metrics.map((metric) => metric[row] ?? 0)
    if (!accepts(amounts)) continue
    const [names, values] = [groups.texts(row), groups.values(row)]
    let parent: Branch | undefined
    for (const [level, name] of names.entries()) {
      const siblings = known.get(parent) ?? new Map<string, Branch>()
      known.set(parent, siblings)
      let branch = siblings.get(name)
      if (branch === undefined) {
        const [path, own] = [names.slice(0, level + 1), values.slice(0, level + 1)]
        branch = { name, path, values: own, sums: amounts.map(() => 0), children: [] }
        siblings.set(name, branch)
        if (parent === undefined) top.push(branch)
        else parent.children.push(branch)
      }
      const { sums } = branch
      for (const [at, amount] of amounts.entries()) sums[at] = (sums[at] ?? 0) + amount
      parent = branch
    }
  }
  return top
}

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
 * The branches with the largest first sums. The others are too many to be seen: those of one parent become one branch
 * with their sums.
 */
export function combineSmall(branches: Branch[], most: number): { branches: Branch[]; combined: number } {
  const all = flatBranches(branches)
  if (all.length <= most) return { branches, combined: 0 }
  // sorting keeps the order of equals, so that a parent is before its children
  const kept = new Set(all.toSorted((one, other) => (other.sums[0] ?? 0) - (one.sums[0] ?? 0)).slice(0, most))
  const combine = (parts: Branch[], path: string[]): Branch[] => {
    const large = parts.filter((part) => kept.has(part))
    const small = parts.filter((part) => !kept.has(part))
    const whole = large.map((part) => ({ ...part, children: combine(part.children, part.path) }))
    if (small.length === 0) return whole
    const name = `${small.length} more`
    const sums = small[0]!.sums.map((_, at) => small.reduce((sum, part) => sum + (part.sums[at] ?? 0), 0))
    return [...whole, { name, path: [...path, name], values: [], sums, children: [], combined: small.length }]
  }
  return { branches: combine(branches, []), combined: all.length - most }
}

/** What a chart says if it combines branches. */
export const combinedText = (most: number, combined: number) =>
  `The largest ${most} of ${most + combined} parts; the others are combined`

/** How a path is written. */
export const pathText = (path: string[]) => path.join(' ▸ ')
