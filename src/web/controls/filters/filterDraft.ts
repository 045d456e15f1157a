import { GenericType } from '../../../model/dataset/dataset.ts'
import {
  FILTER_OPERATORS,
  type FilterOperatorId,
  operatorOf,
  operatorsFor,
  withOperator,
} from '../../../model/query/adhocFilter.ts'
import { filterAsSql, quotedName } from '../../../model/query/filterSql.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'
import type { ExploreColumn, ExploreDataset } from '../../api/explore.ts'
import { typeOfColumn } from '../source.ts'

const empty: AdhocFilter = {
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: null,
  operator: null,
  comparator: null,
}

export const startFilter = (filter: AdhocFilter | undefined): AdhocFilter => filter ?? empty

/** The operators for a filter's column, in display order. */
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
 * The filter with another operator. LATEST PARTITION is stored as SQL with a template, because other tools that read
 * the chart expect that; column and operator are stored as well, so that the editor can show them.
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
  // many databases do not compare a number with a string
  const isNumber = column !== undefined && typeOfColumn(column) === GenericType.numeric
  const sqlExpression = `${quotedName(filter.subject ?? '')} = ${isNumber ? value : `'${value}'`}`
  return { ...changed, expressionType: 'SQL', clause: 'WHERE', sqlExpression }
}

/**
 * The filter with another column: a time column gets a time range; otherwise the operator is kept if it is still valid,
 * or becomes In.
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
  // values of the previous column have no meaning here
  const fresh = filter.subject === column.column_name ? changed : { ...changed, comparator: null }
  return kept === undefined ? fresh : withOperator(fresh, kept)
}

/** The kind of value input: one value, several values, or none. */
export function valueKind(filter: AdhocFilter): 'one' | 'list' | 'none' {
  const id = operatorOf(filter)
  if (id === undefined) return 'one'
  const { value } = FILTER_OPERATORS[id]
  return value === 'list' ? 'list' : value === 'one' ? 'one' : 'none'
}

/** Converts a typed value to the type of the column: numbers become numbers. */
export function typedValue(text: unknown, column: ExploreColumn | undefined): unknown {
  if (typeof text !== 'string' || column === undefined || typeOfColumn(column) !== GenericType.numeric) return text
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) && Number.isSafeInteger(Math.trunc(number)) ? number : text
}

/**
 * The filter in the other tab, with the same meaning. SQL is generated from the simple filter, unless the user wrote it
 * and the simple filter has not changed since then (`written`).
 */
export function withTab(
  draft: AdhocFilter,
  tab: 'simple' | 'sql',
  column: ExploreColumn | undefined,
  written: string | undefined,
): AdhocFilter {
  if (tab === 'simple') return { ...draft, expressionType: 'SIMPLE', clause: 'WHERE' }
  const sql = simpleSql(draft, column)
  return {
    ...draft,
    expressionType: 'SQL',
    sqlExpression: sql === written && draft.sqlExpression ? draft.sqlExpression : sql,
  }
}

/** The simple part of a filter as SQL. */
export const simpleSql = (draft: AdhocFilter, column: ExploreColumn | undefined): string =>
  filterAsSql(
    { ...draft, expressionType: 'SIMPLE' },
    column && { type: typeOfColumn(column), expression: column.expression },
  )
