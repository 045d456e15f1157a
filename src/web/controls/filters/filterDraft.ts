import { GenericType } from '../../../model/dataset/dataset.ts'
import {
  FILTER_OPERATORS,
  type FilterOperatorId,
  operatorOf,
  operatorsFor,
  withOperator,
} from '../../../model/query/adhocFilter.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'
import type { ExploreColumn, ExploreDataset } from '../../api/explore.ts'
import { typeOfColumn } from '../source.ts'
import { quotedName } from './filterText.ts'

const empty: AdhocFilter = {
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: null,
  operator: null,
  comparator: null,
}

export const startFilter = (filter: AdhocFilter | undefined): AdhocFilter => filter ?? empty

/** The operators that a filter's column has, in screen order. */
export function operatorsOf(
  filter: AdhocFilter,
  column: ExploreColumn | undefined,
  partitionColumn: string | null = null,
): FilterOperatorId[] {
  const subject = {
    name: filter.subject ?? '',
    type: column ? typeOfColumn(column) : GenericType.string,
    isInteger: /^(tiny|small|big|huge|u)?int(eger)?\b/i.test(column?.type ?? ''),
    isCalculated: Boolean(column?.expression),
  }
  return operatorsFor(subject, filter.clause, partitionColumn)
}

/**
 * The filter with another operator. The latest partition is asked for in SQL, by a template, as other tools that read
 * the chart know it; column and operator stay beside it, so that the editor shows them again.
 */
export function chooseOperator(
  filter: AdhocFilter,
  id: FilterOperatorId,
  dataset: Pick<ExploreDataset, 'schema' | 'table_name'>,
  column: ExploreColumn | undefined,
): AdhocFilter {
  const changed = withOperator(filter, id)
  if (id !== 'LATEST_PARTITION') return changed
  const table = [dataset.schema, dataset.table_name].filter(Boolean).join('.').replaceAll(/['\\]/g, '\\$&')
  const value = `{{ presto.latest_partition('${table}') }}`
  // no database compares a number with a text
  const isNumber = column !== undefined && typeOfColumn(column) === GenericType.numeric
  const sqlExpression = `${quotedName(filter.subject ?? '')} = ${isNumber ? value : `'${value}'`}`
  return { ...changed, expressionType: 'SQL', clause: 'WHERE', sqlExpression }
}

/**
 * The filter on another column: a time column takes a time range; elsewhere the operator stays where it still means
 * something, else it is In.
 */
export function withSubject(filter: AdhocFilter, name: string | undefined, dataset: ExploreDataset): AdhocFilter {
  const column = dataset.columns.find(({ column_name }) => column_name === name)
  if (column === undefined) return { ...filter, subject: null }
  const changed: AdhocFilter = { ...filter, expressionType: 'SIMPLE', subject: column.column_name, clause: 'WHERE' }
  const isTemporal = typeOfColumn(column) === GenericType.temporal
  const before = operatorOf(filter)
  if (isTemporal) {
    const range = before === 'TEMPORAL_RANGE' ? filter.comparator : 'No filter'
    return { ...changed, operatorId: 'TEMPORAL_RANGE', operator: 'TEMPORAL_RANGE', comparator: range }
  }
  const known = operatorsOf(changed, column)
  const kept = before !== undefined && known.includes(before) ? before : known.includes('IN') ? 'IN' : known[0]
  // values of another column mean nothing here
  const fresh = filter.subject === column.column_name ? changed : { ...changed, comparator: null }
  return kept === undefined ? fresh : withOperator(fresh, kept)
}

/** How a value is said: not at all, one text, one of the column's, or several. */
export function valueKind(filter: AdhocFilter): 'one' | 'list' | 'none' {
  const id = operatorOf(filter)
  if (id === undefined) return 'one'
  const { value } = FILTER_OPERATORS[id]
  return value === 'list' ? 'list' : value === 'one' ? 'one' : 'none'
}

/** A typed value as the column holds it: numbers are numbers. */
export function typedValue(text: unknown, column: ExploreColumn | undefined): unknown {
  if (typeof text !== 'string' || column === undefined || typeOfColumn(column) !== GenericType.numeric) return text
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) && Number.isSafeInteger(Math.trunc(number)) ? number : text
}
