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
  const known = new Map<string, Branch>()
  for (let row = 0; row < groups.count; row += 1) {
    const amounts = metrics.map((metric) => metric[row] ?? 0)
    if (!accepts(amounts)) continue
    const [names, values] = [groups.texts(row), groups.values(row)]
    let siblings = top
    names.forEach((name, level) => {
      const path = names.slice(0, level + 1)
      const key = JSON.stringify(path)
      let branch = known.get(key)
      if (branch === undefined) {
        branch = { name, path, values: values.slice(0, level + 1), sums: amounts.map(() => 0), children: [] }
        known.set(key, branch)
        siblings.push(branch)
      }
      branch.sums = branch.sums.map((sum, at) => sum + (amounts[at] ?? 0))
      siblings = branch.children
    })
  }
  return top
}

/** Every branch, parents before their children: the order in which ECharts numbers the nodes of a tree. */
export const flatBranches = (branches: Branch[]): Branch[] =>
  branches.flatMap((branch) => [branch, ...flatBranches(branch.children)])

/** How a path is written. */
export const pathText = (path: string[]) => path.join(' ▸ ')
