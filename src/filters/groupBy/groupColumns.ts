import type { FilterOptions } from '../shared/defineFilter.ts'

/** The columns in a response of type `columns` by which charts can group. */
export function groupColumns({ rows }: FilterOptions): { value: string; label: string }[] {
  return rows.map((row) => ({
    value: String(row['column_name']),
    label: String(row['verbose_name'] || row['column_name']),
  }))
}
