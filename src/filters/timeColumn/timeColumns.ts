import { GenericType } from '../../model/dataset/dataset.ts'
import type { FilterOptions } from '../shared/defineFilter.ts'

/** The temporal columns in a response of type `columns`. */
export function timeColumns(options: FilterOptions): { value: string; label: string }[] {
  return options.rows
    .filter((row) => row['dtype'] === GenericType.temporal)
    .map((row) => ({ value: String(row['column_name']), label: String(row['verbose_name'] ?? row['column_name']) }))
}
