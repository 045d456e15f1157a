import { FILTER_OPERATORS, operatorOf } from '../../../model/query/adhocFilter.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'
import { plainText } from '../../ui/text.ts'

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** The text of a filter on its pill: `origin in ('ATL', 'DFW')`; time ranges as text. */
export function filterText(filter: AdhocFilter, nameOf: (column: string) => string = (column) => column): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? ''
  const subject = nameOf(filter.subject ?? '')
  const id = operatorOf(filter)
  if (id === 'TEMPORAL_RANGE') {
    const range = String(filter.comparator ?? 'No filter')
    return range === 'No filter' ? `${subject} (${plainText(range)})` : `${subject}: ${range}`
  }
  const operator = id ? FILTER_OPERATORS[id] : undefined
  if (operator && (operator.value === 'none' || typeof operator.value === 'boolean')) {
    return `${subject} ${plainText(operator.label).toLocaleLowerCase()}`
  }
  const word = id === 'EQUALS' ? '=' : id === 'NOT_EQUALS' ? '≠' : (filter.operator ?? '').toLowerCase()
  const { comparator } = filter
  const value = Array.isArray(comparator) ? `(${comparator.map(quoted).join(', ')})` : quoted(comparator ?? '')
  return `${subject} ${word} ${value}`
}
