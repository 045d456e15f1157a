import { GenericType } from '../dataset/dataset.ts'
import type { AdhocFilter } from './queryObject.ts'

/** Operators of the filter editor: what is sent, and the kind of value. */
interface FilterOperator {
  /** as sent and saved in `operator` */
  wire: string
  label: string
  /** `none`: no value; a boolean: that value, set by choosing the operator; `list`: several */
  value: 'one' | 'list' | 'none' | boolean
}

export const FILTER_OPERATORS = {
  EQUALS: { wire: '==', label: 'Equal to (=)', value: 'one' },
  NOT_EQUALS: { wire: '!=', label: 'Not equal to (≠)', value: 'one' },
  LESS_THAN: { wire: '<', label: 'Less than (<)', value: 'one' },
  LESS_THAN_OR_EQUAL: { wire: '<=', label: 'Less or equal (<=)', value: 'one' },
  GREATER_THAN: { wire: '>', label: 'Greater than (>)', value: 'one' },
  GREATER_THAN_OR_EQUAL: { wire: '>=', label: 'Greater or equal (>=)', value: 'one' },
  IN: { wire: 'IN', label: 'In', value: 'list' },
  NOT_IN: { wire: 'NOT IN', label: 'Not in', value: 'list' },
  LIKE: { wire: 'LIKE', label: 'Like', value: 'one' },
  ILIKE: { wire: 'ILIKE', label: 'Like (case insensitive)', value: 'one' },
  IS_NOT_NULL: { wire: 'IS NOT NULL', label: 'Is not null', value: 'none' },
  IS_NULL: { wire: 'IS NULL', label: 'Is null', value: 'none' },
  LATEST_PARTITION: { wire: 'LATEST PARTITION', label: 'Use latest_partition template', value: 'none' },
  IS_TRUE: { wire: '==', label: 'Is true', value: true },
  IS_FALSE: { wire: '==', label: 'Is false', value: false },
  TEMPORAL_RANGE: { wire: 'TEMPORAL_RANGE', label: 'TEMPORAL_RANGE', value: 'one' },
} as const satisfies Record<string, FilterOperator>

export type FilterOperatorId = keyof typeof FILTER_OPERATORS

const HAVING_OPERATORS: FilterOperatorId[] = [
  'EQUALS',
  'NOT_EQUALS',
  'GREATER_THAN',
  'LESS_THAN',
  'GREATER_THAN_OR_EQUAL',
  'LESS_THAN_OR_EQUAL',
]

/** A filter's operator: the saved id, else the first operator with its text. */
export function operatorOf(filter: Pick<AdhocFilter, 'operator' | 'operatorId'>): FilterOperatorId | undefined {
  const { operatorId, operator } = filter
  if (operatorId !== undefined && Object.hasOwn(FILTER_OPERATORS, operatorId)) return operatorId as FilterOperatorId
  const ids = Object.keys(FILTER_OPERATORS) as FilterOperatorId[]
  return ids.find((id) => FILTER_OPERATORS[id].wire === operator)
}

/** The filter with another operator. A value that does not fit is dropped, or set if the operator implies it. */
export function withOperator(filter: AdhocFilter, id: FilterOperatorId): AdhocFilter {
  const operator: FilterOperator = FILTER_OPERATORS[id]
  const changed = { ...filter, operatorId: id, operator: operator.wire }
  const { comparator } = filter
  const given = Array.isArray(comparator)
    ? comparator
    : comparator === null || comparator === undefined
      ? []
      : [comparator]
  if (typeof operator.value === 'boolean') return { ...changed, comparator: operator.value }
  if (operator.value === 'none') return { ...changed, comparator: null }
  return { ...changed, comparator: operator.value === 'list' ? given : (given[0] ?? null) }
}

/** Whether a filter is complete. */
export function isValidAdhocFilter(filter: AdhocFilter): boolean {
  if (filter.expressionType === 'SQL') return Boolean(filter.sqlExpression && filter.clause)
  const { operator, subject, comparator, clause } = filter
  const id = operatorOf(filter)
  if (id === 'IS_NULL' || id === 'IS_NOT_NULL' || id === 'LATEST_PARTITION') return Boolean(operator && subject)
  if (id === 'IS_TRUE' || id === 'IS_FALSE') return Boolean(subject) && comparator !== null && comparator !== undefined
  if (!operator || !subject || !clause) return false
  return Array.isArray(comparator) ? comparator.length > 0 : comparator !== null && comparator !== undefined
}

export interface FilterSubject {
  name: string
  type: GenericType
  isInteger: boolean
  isCalculated: boolean
}

/** Operators offered for a column, in display order. Temporal ranges have their own editor. */
export function operatorsFor(
  subject: FilterSubject,
  clause: 'WHERE' | 'HAVING',
  partitionColumn: string | null,
): FilterOperatorId[] {
  if (clause === 'HAVING') return HAVING_OPERATORS
  const isBoolean = subject.type === GenericType.boolean
  const mayBeTrue = isBoolean || subject.isInteger || subject.isCalculated
  return (Object.keys(FILTER_OPERATORS) as FilterOperatorId[]).filter((id) => {
    if (id === 'TEMPORAL_RANGE') return false
    if (id === 'LATEST_PARTITION') return subject.name === partitionColumn
    if (id === 'IS_TRUE' || id === 'IS_FALSE') return mayBeTrue
    return !isBoolean || id === 'IS_NULL' || id === 'IS_NOT_NULL'
  })
}
