import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { columnLabel } from '../../model/query/labels.ts'
import { NULL_TEXT, sentValue } from '../../model/query/markedText.ts'
import type { QueryFilter } from '../../model/query/queryObject.ts'
import type { DrawInput, DrillContext } from '../shared/contract.ts'
import { equals } from '../shared/crossFilter.ts'
import { grainOf, type TableColumn } from './columns.ts'
import type { TableForm } from './formData.ts'

type Chosen = Record<string, JsonCell[]>

/** Whether this cell is selected by the table's own cross-filter. */
export function isChosen(filterState: DataMask['filterState'], key: string, value: JsonCell): boolean {
  const filters = filterState?.filters as Chosen | undefined
  return filters?.[key]?.some((chosen) => chosen === value) ?? false
}

/** The filters for the dataset rows behind a grouped row; null for a table of raw rows. */
export function rowDrill(form: TableForm, answer: ChartData | undefined, row: number): DrillContext | null {
  if (form.query_mode === 'raw') return null
  const filters = form.groupby.map(columnLabel).flatMap((label) => {
    const column = answer?.columns[answer.colnames.indexOf(label)]
    const grain = grainOf(form, label)
    return column ? [{ ...equals(label, column[row]), ...(grain && column[row] !== null && { grain }) }] : []
  })
  return filters.length === 0 ? null : { filters }
}

/**
 * The mask that a click on a cell emits: it filters by the value, or clears the filter if the value was already
 * selected. null for metrics.
 */
export function cellMask(
  { filterState }: Pick<DrawInput<TableForm>, 'filterState'>,
  column: TableColumn,
  value: JsonCell,
): DataMask | null {
  if (column.isMetric) return null
  if (isChosen(filterState, column.key, value)) {
    return { extraFormData: {}, filterState: { value: null, selectedValues: null, filters: null } }
  }
  const filter: QueryFilter =
    value === null
      ? { col: column.key, op: 'IS NULL' }
      : { col: column.key, op: 'IN', val: [sentValue(value)], ...(column.grain && { grain: column.grain }) }
  const label = column.write(value) ?? NULL_TEXT
  return {
    extraFormData: { filters: [filter] },
    filterState: { value: [value], label, filters: { [column.key]: [value] }, selectedValues: [label] },
  }
}
