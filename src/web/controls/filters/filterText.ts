import { FILTER_OPERATORS, operatorOf } from '../../../model/query/adhocFilter.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** A column as SQL. */
export const quotedName = (name: string) =>
  /^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`

/** The text of a filter on its pill: `origin in ('ATL', 'DFW')`; time ranges as text. */
export function filterText(filter: AdhocFilter, nameOf: (column: string) => string = (column) => column): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? ''
  const subject = nameOf(filter.subject ?? '')
  const id = operatorOf(filter)
  if (id === 'TEMPORAL_RANGE') {
    const range = String(filter.comparator ?? 'No filter')
    return range === 'No filter' ? `${subject} (No filter)` : `${subject}: ${range}`
  }
  const operator = id ? FILTER_OPERATORS[id] : undefined
  if (operator && (operator.value === 'none' || typeof operator.value === 'boolean')) {
    return `${subject} ${operator.label.toLowerCase()}`
  }
  const word = id === 'EQUALS' ? '=' : id === 'NOT_EQUALS' ? '≠' : (filter.operator ?? '').toLowerCase()
  const { comparator } = filter
  const value = Array.isArray(comparator) ? `(${comparator.map(quoted).join(', ')})` : quoted(comparator ?? '')
  return `${subject} ${word} ${value}`
}

/** A simple filter as SQL, the initial text of Custom SQL; empty for time ranges, which the server resolves. */
export function filterAsSql(filter: AdhocFilter): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? ''
  if (!filter.subject) return ''
  const id = operatorOf(filter)
  const subject = quotedName(filter.subject)
  if (id === undefined || id === 'TEMPORAL_RANGE' || id === 'LATEST_PARTITION') return ''
  const operator = FILTER_OPERATORS[id]
  if (operator.value === 'none') return `${subject} ${operator.wire}`
  if (typeof operator.value === 'boolean') return `${subject} = ${operator.value}`
  const { comparator } = filter
  if (comparator === null || comparator === undefined) return subject
  if (operator.value === 'list') {
    const values = Array.isArray(comparator) ? comparator : [comparator]
    return `${subject} ${operator.wire} (${values.map(quoted).join(', ')})`
  }
  return `${subject} ${operator.wire === '==' ? '=' : operator.wire} ${quoted(comparator)}`
}
