import { trimmedBoth } from '../basics/trim.ts'
import { GenericType } from '../dataset/dataset.ts'
import { formatWall } from '../time/wallClock.ts'
import { FILTER_OPERATORS, operatorOf } from './adhocFilter.ts'
import { NULL_TEXT, unmarkedText } from './markedText.ts'
import type { AdhocFilter } from './queryObject.ts'

/** The properties of a column that determine how values are compared with it. */
export interface ComparedColumn {
  type: GenericType
  /** the SQL of a calculated column */
  expression?: string | null | undefined
}

/** A column as SQL. */
export const quotedName = (name: string) =>
  /^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`

/** The SQL of a column: its name, or the expression of a calculated column, because the table does not have it. */
export const columnSql = (name: string, column: Pick<ComparedColumn, 'expression'> | undefined) =>
  column?.expression ? `(${column.expression})` : quotedName(name)

/**
 * A simple filter as SQL that selects the same rows: the initial text of Custom SQL. A filter without a value gives
 * only its column. Empty for filters that only the server resolves (time ranges, partitions), and for filters that the
 * server would reject.
 */
export function filterAsSql(filter: AdhocFilter, column?: ComparedColumn): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? ''
  if (!filter.subject) return ''
  const id = operatorOf(filter)
  if (id === undefined || id === 'TEMPORAL_RANGE' || id === 'LATEST_PARTITION') return ''
  const subject = columnSql(filter.subject, column)
  const operator = FILTER_OPERATORS[id]
  if (operator.value === 'none') return `${subject} ${operator.wire}`
  if (typeof operator.value === 'boolean') return `${subject} = ${operator.value}`
  const { comparator } = filter
  if (comparator === null || comparator === undefined) return subject
  const given: unknown[] = Array.isArray(comparator) ? comparator : [comparator]
  const literals = given.map((value) => literalOf(value, column?.type))
  if (operator.value === 'list') return membership(subject, literals, id === 'NOT_IN')
  const [literal] = literals
  if (literal === undefined) return ''
  if (literal === null)
    return id === 'EQUALS' ? `${subject} IS NULL` : id === 'NOT_EQUALS' ? `${subject} IS NOT NULL` : ''
  if (id === 'ILIKE') return `LOWER(${subject}) LIKE LOWER(${literal})`
  return `${subject} ${operator.wire === '==' ? '=' : operator.wire} ${literal}`
}

/** IN or NOT IN. In SQL, NULL in a list never equals a missing value, so IS NULL is used for it. */
function membership(subject: string, literals: (string | null)[], excludes: boolean): string {
  const values = literals.filter((literal) => literal !== null)
  const hasNull = values.length < literals.length
  if (literals.length === 0) return ''
  if (values.length === 0) return excludes ? `${subject} IS NOT NULL` : `${subject} IS NULL`
  const list = `(${values.join(', ')})`
  // rows without a value never pass NOT IN
  if (excludes) return `${subject} NOT IN ${list}`
  return hasNull ? `(${subject} IN ${list} OR ${subject} IS NULL)` : `${subject} IN ${list}`
}

/** A value as SQL, converted as on the server; null if it means NULL. */
function literalOf(value: unknown, type: GenericType | undefined): string | null {
  if (value === null || value === undefined) return null
  if (type === GenericType.boolean) return truthOf(value)
  if (typeof value === 'number' && type === GenericType.temporal) return `'${formatWall(value)}'`
  if (typeof value !== 'string') return String(value)
  const text = trimmedBoth(value, /[\t\n]/)
  if (type === GenericType.numeric) return numberText(text.trim())
  const read = unmarkedText(text)
  return read === null ? null : `'${read.replaceAll("'", "''")}'`
}

function truthOf(value: unknown): string | null {
  if (typeof value !== 'string') return String(Boolean(value))
  return value === NULL_TEXT ? null : String(value.trim().toLowerCase() === 'true')
}

const numberText = (text: string): string | null =>
  /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? text : null
