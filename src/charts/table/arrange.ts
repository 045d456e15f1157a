import type { JsonCell } from '../../model/query/chartData.ts'
import type { TableColumn } from './columns.ts'

export interface SortKey {
  column: string
  descending: boolean
}

/**
 * Row numbers in display order: those with the search text in any visible column, sorted by the keys in turn. Works on
 * the result's columns, without creating a record per row.
 */
export function arrangeRows(columns: TableColumn[], rowCount: number, search: string, sort: SortKey[]): number[] {
  const rows = Array.from({ length: rowCount }, (_row, index) => index)
  const needle = search.trim().toLowerCase()
  const found =
    needle === ''
      ? rows
      : rows.filter((row) =>
          columns.some((column) =>
            column
              .write(column.values[row] ?? null)
              ?.toLowerCase()
              .includes(needle),
          ),
        )
  const keys = sort.flatMap(({ column, descending }) => {
    const values = columns.find((candidate) => candidate.key === column)?.values
    return values === undefined ? [] : [{ values, descending }]
  })
  if (keys.length === 0) return found
  return found.toSorted((one, other) => {
    for (const { values, descending } of keys) {
      const order = compareCells(values[one] ?? null, values[other] ?? null, descending)
      if (order !== 0) return order
    }
    return one - other
  })
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Missing values are last in both directions. */
function compareCells(one: JsonCell, other: JsonCell, descending: boolean): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  const order =
    typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other))
  return descending ? -order : order
}

/**
 * A click on a header: numbers descending, text ascending; then reversed; then unsorted. With Shift, the column is
 * added as a further key.
 */
export function nextSort(sort: SortKey[], column: TableColumn, joins: boolean): SortKey[] {
  const current = sort.find((key) => key.column === column.key)
  const startsDescending = column.kind === 'number'
  const others = joins ? sort.filter((key) => key.column !== column.key) : []
  if (current === undefined) return [...others, { column: column.key, descending: startsDescending }]
  if (current.descending === startsDescending) {
    const turned = { column: column.key, descending: !startsDescending }
    return joins ? sort.map((key) => (key === current ? turned : key)) : [turned]
  }
  return others
}

/** Moves a column to a position; the order of the others does not change. */
export function moveColumn(order: string[], column: string, to: number): string[] {
  const rest = order.filter((key) => key !== column)
  const place = Math.max(0, Math.min(rest.length, to))
  return [...rest.slice(0, place), column, ...rest.slice(place)]
}
