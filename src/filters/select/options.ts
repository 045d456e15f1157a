import type { NativeFilter } from '../../model/dashboard/dashboardMetadata.ts'
import { valueLabel } from '../../model/dashboard/dashboardState.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { FilterOptions } from '../shared/defineFilter.ts'
import { timeLabels } from './timeLabels.ts'

/** The distinct values of a result, in its order. */
export function optionValues({ rows, colnames }: FilterOptions): unknown[] {
  const [column] = colnames
  return column === undefined ? [] : rows.map((row) => row[column])
}

/** The label of a value. The label of a time depends on all values: it has the smallest unit that any of them needs. */
export function optionLabel(options: FilterOptions | undefined): (value: unknown) => string {
  if (options?.coltypes[0] !== GenericType.temporal) return valueLabel
  const toLabel = timeLabels(optionValues(options).filter((value) => typeof value === 'number'))
  return (value) => (typeof value === 'number' ? toLabel(value) : valueLabel(value))
}

/**
 * The values of columns of several datasets, in the order of the filter. All use the column name of the first response.
 */
export function mergedValues(
  answers: FilterOptions[],
  { controlValues }: Pick<NativeFilter, 'controlValues'>,
): FilterOptions {
  const [first = { status: 'ready', rows: [], colnames: [], coltypes: [] }] = answers
  const [column = ''] = first.colnames
  const direction = controlValues['sortAscending'] === false ? -1 : 1
  const values = [...new Set(answers.flatMap(optionValues))].sort((a, b) => direction * compareValues(a, b))
  return { ...first, rows: values.map((value) => ({ [column]: value })) }
}

/**
 * Numbers by size, texts alphabetically, missing values last. The first one may be the default, so the order is the same
 * for all readers.
 */
function compareValues(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en')
}
