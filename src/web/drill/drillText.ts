import type { ChartDatasource } from '../../charts/shared/contract.ts'
import { timeFormatter } from '../../charts/shared/format/index.ts'
import { ownValue } from '../../model/basics/ownValue.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { columnLabel, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import { EMPTY_TEXT, NULL_TEXT } from '../../model/query/markedText.ts'
import type { QueryFilter } from '../../model/query/queryObject.ts'

/** The display name of a filter's column in the dataset. */
export function filterColumn({ col }: QueryFilter, { verboseMap, mainDttmCol }: ChartDatasource): string {
  const label = columnLabel(col)
  return ownValue(verboseMap, label) ?? (label === TIMESTAMP_LABEL ? (mainDttmCol ?? label) : label)
}

/** Whether a filter selects a point in time of the result. */
export function isTimeFilter({ col, val }: Pick<QueryFilter, 'col' | 'val'>, answer: ChartData | undefined): boolean {
  const label = columnLabel(col)
  const found = answer?.colnames.indexOf(label) ?? -1
  return typeof val === 'number' && (label === TIMESTAMP_LABEL || answer?.coltypes[found] === GenericType.temporal)
}

/** Signs for the ends of a range. */
const signs: Readonly<Record<string, string>> = { '>=': '≥ ', '<': '< ' }

/** The value of a filter as the chart shows it: times as dates. */
export const filterValue = (filter: QueryFilter, answer: ChartData | undefined): string =>
  (signs[filter.op] ?? '') + shownValue(filter, answer)

function shownValue({ col, val }: QueryFilter, answer: ChartData | undefined): string {
  if (val == null) return NULL_TEXT
  if (isTimeFilter({ col, val }, answer) && typeof val === 'number') return timeFormatter('smart_date_detailed')(val)
  if (val === '') return EMPTY_TEXT
  return typeof val === 'string' && val.trim() === '' ? `"${val}"` : String(val)
}
