import type { JsonCell } from '../../model/query/chartData.ts'
import type { Pivot } from './pivot.ts'
import type { PivotNode } from './tree.ts'

/**
 * The rank of a cell among the cells of its row or column, 1 for the greatest value; equal values share a rank. Totals
 * of the ranked cells have no rank.
 */
export function rankedValue(pivot: Pivot, within: 'rows' | 'columns'): Pivot['value'] {
  const byLine = new Map<string, Map<JsonCell, number>>()
  const ranksOf = (line: PivotNode, metric: number) => {
    const key = `${line.id} ${metric}`
    const known = byLine.get(key)
    if (known) return known
    const values =
      within === 'columns'
        ? pivot.rows.leaves.map((leaf) => pivot.value(leaf, line, metric))
        : pivot.columns.leaves.map((leaf) => pivot.value(line, leaf, metric))
    const numbers = values.filter((value) => typeof value === 'number').sort((one, other) => other - one)
    const ranks = new Map<JsonCell, number>()
    for (const [at, value] of numbers.entries()) if (!ranks.has(value)) ranks.set(value, at + 1)
    byLine.set(key, ranks)
    return ranks
  }
  return (row, column, metric) => {
    const isRanked = within === 'columns' ? row.depth === pivot.rows.depth : column.depth === pivot.columns.depth
    if (!isRanked) return null
    const line = within === 'columns' ? column : row
    return ranksOf(line, metric).get(pivot.value(row, column, metric)) ?? null
  }
}
