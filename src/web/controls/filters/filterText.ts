import { FILTER_OPERATORS, operatorOf } from '../../../model/query/adhocFilter.ts'
import { EMPTY_TEXT, NULL_TEXT, unmarkedText } from '../../../model/query/markedText.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'
import { plainText } from '../../ui/text.ts'

/** A value of a filter: texts have quotes; missing values and empty texts have the usual markers. */
function quoted(value: unknown): string {
  if (typeof value !== 'string') return value === null ? NULL_TEXT : String(value)
  const text = unmarkedText(value)
  return text === null || value === EMPTY_TEXT ? value : `'${text.replaceAll("'", "''")}'`
}

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
    return `${subject} ${plainText(operator.label).toLowerCase()}`
  }
  const word = id === 'EQUALS' ? '=' : id === 'NOT_EQUALS' ? '≠' : (filter.operator ?? '').toLowerCase()
  const { comparator } = filter
  const value = Array.isArray(comparator) ? `(${comparator.map(quoted).join(', ')})` : quoted(comparator ?? '')
  return `${subject} ${word} ${value}`
}
