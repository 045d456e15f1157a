import { valueLabel } from '../../model/dashboard/dashboardState.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { FilterOptions } from '../shared/defineFilter.ts'
import { timeLabels } from './timeLabels.ts'

/** The distinct values of a result, in its order. */
export function optionValues({ rows, colnames }: FilterOptions): unknown[] {
  const [column] = colnames
  return column === undefined ? [] : rows.map((row) => row[column])
}

/** The label of a value. For times it depends on all of them: the smallest unit that any of them needs. */
export function optionLabel(options: FilterOptions | undefined): (value: unknown) => string {
  if (options?.coltypes[0] !== GenericType.temporal) return valueLabel
  const toLabel = timeLabels(optionValues(options).filter((value) => typeof value === 'number'))
  return (value) => (typeof value === 'number' ? toLabel(value) : valueLabel(value))
}
