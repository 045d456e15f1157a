import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { JsonCell } from '../../model/query/chartData.ts'
import { sentValue } from '../../model/query/markedText.ts'
import type { QueryFilter } from '../../model/query/queryObject.ts'
import type { DrillContext } from '../shared/contract.ts'
import type { PivotForm } from './formData.ts'
import type { PivotNode } from './tree.ts'
import { grainOf } from './writers.ts'

type FilterState = DataMask['filterState']

/** Whether this value of a dimension is selected by the table's own cross-filter. */
export function isChosen(filterState: FilterState, dimension: string, value: JsonCell): boolean {
  const filters = filterState?.selectedFilters as Record<string, JsonCell[]> | undefined
  return filters?.[dimension]?.some((chosen) => chosen === value) ?? false
}

/** The mask that a click on a header emits: a filter for its own value, or none if it was already selected. */
export function headerMask(
  form: PivotForm,
  filterState: FilterState,
  dimension: string,
  value: JsonCell,
  label: string,
): DataMask {
  if (isChosen(filterState, dimension, value)) {
    return { extraFormData: {}, filterState: { value: null, selectedValues: null, selectedFilters: null } }
  }
  const grain = grainOf(form, dimension)
  const filter: QueryFilter =
    value === null
      ? { col: dimension, op: 'IS NULL' }
      : { col: dimension, op: 'IN', val: [sentValue(value)], ...(grain && { grain }) }
  return {
    extraFormData: { filters: [filter] },
    filterState: { value: [value], label, selectedFilters: { [dimension]: [value] }, selectedValues: [label] },
  }
}

/** The filters that select the rows of a group. */
function groupFilters(form: PivotForm, names: string[], node: PivotNode): QueryFilter[] {
  if (node.parent === null) return []
  const col = names[node.depth - 1] ?? ''
  const grain = grainOf(form, col)
  const own: QueryFilter =
    node.key === null ? { col, op: 'IS NULL' } : { col, op: '==', val: sentValue(node.key), ...(grain && { grain }) }
  return [...groupFilters(form, names, node.parent), own]
}

/** The rows behind a cell or a header. */
export function drillContext(
  form: PivotForm,
  { rowNames, columnNames }: { rowNames: string[]; columnNames: string[] },
  row: PivotNode | undefined,
  column: PivotNode | undefined,
  by?: string,
): DrillContext {
  const filters = [
    ...(row ? groupFilters(form, rowNames, row) : []),
    ...(column ? groupFilters(form, columnNames, column) : []),
  ]
  return { filters, ...(by !== undefined && { by }) }
}
