import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { columnLabel } from '../../model/query/labels.ts'
import type { QueryColumn } from '../../model/query/queryObject.ts'

/** The mask emitted by a second click on the same mark: it removes the filter. */
export const clearedMask: DataMask = {
  extraFormData: {},
  filterState: { value: null, selectedValues: null },
}

/** The mask of one mark: a filter for each of its dimensions. A missing value becomes IS NULL. */
export function filterMask(
  columns: QueryColumn[],
  values: (string | number | boolean | null)[],
  label: string,
): DataMask {
  return {
    extraFormData: {
      filters: columns.map((column, index) => {
        const value = values[index] ?? null
        const col = typeof column === 'string' ? column : columnLabel(column)
        return value === null ? { col, op: 'IS NULL' } : { col, op: 'IN', val: [value] }
      }),
    },
    filterState: { value: [values], selectedValues: [label], label },
  }
}
