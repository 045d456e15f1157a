import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'
import { maxId } from '../../model/wire/fields.ts'
import type { ListFilter } from '../../model/wire/listQuery.ts'
import type { Subject } from '../access/subject.ts'
import type { Collection, Predicate, Searchable } from './collection.ts'
import type { SearchedText } from './searchedText.ts'

/** Operator -> its name in `_info`, by type of column. */
export const operatorNames = {
  text: {
    sw: 'Starts with',
    ew: 'Ends with',
    ct: 'Contains',
    eq: 'Equal to',
    nsw: 'Not Starts with',
    new: 'Not Ends with',
    nct: 'Not Contains',
    neq: 'Not Equal to',
  },
  integer: { eq: 'Equal to', gt: 'Greater than', lt: 'Smaller than', neq: 'Not Equal to' },
  time: { eq: 'Equal to', gt: 'Greater than', lt: 'Smaller than', neq: 'Not Equal to' },
  boolean: { eq: 'Equal to', neq: 'Not Equal to' },
  toOne: { rel_o_m: 'Relation', nrel_o_m: 'No Relation' },
  toMany: { rel_m_m: 'Relation as Many' },
} as const satisfies Record<Searchable['type'], Record<string, string>>

const standardOperators = new Set(Object.values(operatorNames).flatMap((names) => Object.keys(names)))
const none = sql<SqlBool>`1 = 0`
const all = sql<SqlBool>`1 = 1`

/**
 * Conditions of a list's filters. An undeclared column, or an operator that does not fit it, is rejected. Unknown
 * operators are ignored. With a value of a wrong type, `eq` matches no row, and `neq`, `gt` and `lt` match all rows.
 */
export function filterConditions(collection: Collection, filters: ListFilter[], subject: Subject): Predicate[] {
  const custom = new Set(Object.values(collection.searchColumns).flatMap((column) => Object.keys(column.custom ?? {})))
  return filters.flatMap((filter) => {
    if (!standardOperators.has(filter.opr) && !custom.has(filter.opr)) return []
    const column = Object.hasOwn(collection.searchColumns, filter.col)
      ? collection.searchColumns[filter.col]
      : undefined
    if (!column) throw refused(`Filter column: ${filter.col} not allowed to filter`)
    const own = column.custom?.[filter.opr]
    if (own) return own.where(filter.value, subject) ?? []
    if (!Object.hasOwn(operatorNames[column.type], filter.opr))
      throw refused(`Filter operation: ${filter.opr} not allowed on column: ${filter.col}`)
    return condition(column, filter, subject) ?? []
  })
}

const refused = (message: string) => new AppError('GENERIC_BACKEND_ERROR', 400, message)

function condition(column: Searchable, filter: ListFilter, subject: Subject): Predicate | undefined {
  if (column.type === 'toMany') return related(column, filter.value, subject)
  if (!column.column) return undefined
  switch (column.type) {
    case 'text':
      return textCondition(column.column, column.index, filter.opr, filter.value)
    case 'boolean':
      return equality(column.column, filter.opr, booleanOf(filter.value))
    case 'toOne':
      return relation(column.column, filter.opr === 'nrel_o_m', integerOf(filter.value))
    case 'integer':
      return comparison(column.column, filter.opr, integerOf(filter.value))
    case 'time':
      return comparison(column.column, filter.opr, timeOf(filter.value))
  }
}

/** LIKE as in the contract: case-insensitive, `%` and `_` in the value are wildcards. */
function textCondition(
  column: RawBuilder<unknown>,
  index: SearchedText | undefined,
  operator: string,
  value: ListFilter['value'],
): Predicate {
  if (Array.isArray(value)) return none
  const text = String(value)
  if (operator === 'eq') return sql<SqlBool>`${column} = ${text}`
  if (operator === 'neq') return sql<SqlBool>`${column} <> ${text}`
  const isNegated = operator.startsWith('n')
  const kind = isNegated ? operator.slice(1) : operator
  const pattern = kind === 'sw' ? `${text}%` : kind === 'ew' ? `%${text}` : `%${text}%`
  if (!index || !isPlain(pattern)) return isNegated ? notLike(column, pattern) : like(column, pattern)
  const found = isIn(index.id, [index.matching(lowered(pattern))])
  return isNegated ? sql<SqlBool>`(${column} is not null and not ${found})` : found
}

const lowered = (pattern: string) => sql`lower(${pattern})`

/** Whether a pattern has no backslash. Stores read backslashes differently, and the index has no escape for them. */
const isPlain = (pattern: string) => !pattern.includes('\\')

const isIn = (id: RawBuilder<unknown>, ids: RawBuilder<unknown>[]) =>
  sql<SqlBool>`(${id} in (${sql.join(ids, sql` union `)}))`

/** PostgreSQL reads a backslash as an escape, SQLite as a character: here it is a character in both. */
const withPlainBackslash = (pattern: string) => pattern.replaceAll('\\', '\\\\')

/** Matches a LIKE pattern case-insensitively. */
export const like = (column: RawBuilder<unknown>, pattern: string) =>
  sql<SqlBool>`lower(${column}) like lower(${withPlainBackslash(pattern)}) escape '\\'`
const notLike = (column: RawBuilder<unknown>, pattern: string) =>
  sql<SqlBool>`lower(${column}) not like lower(${withPlainBackslash(pattern)}) escape '\\'`

/** The condition that any of these columns contains the text. Empty text: no condition. */
export function anyContains(
  columns: RawBuilder<unknown>[] | [SearchedText, ...SearchedText[]],
  value: unknown,
): Predicate | undefined {
  const text = typeof value === 'object' ? '' : String(value)
  if (text === '') return undefined
  const pattern = `%${text}%`
  const indexed = columns.filter((column) => 'matching' in column)
  if (indexed[0] && isPlain(pattern)) {
    return isIn(
      indexed[0].id,
      indexed.map((column) => column.matching(lowered(pattern))),
    )
  }
  const matches = columns.map((column) => like('matching' in column ? column.column : column, pattern))
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}

function equality(column: RawBuilder<unknown>, operator: string, value: boolean | undefined): Predicate {
  if (value === undefined) return operator === 'neq' ? all : none
  return operator === 'neq' ? sql<SqlBool>`${column} <> ${value}` : sql<SqlBool>`${column} = ${value}`
}

function relation(column: RawBuilder<unknown>, isNegated: boolean, id: number | undefined): Predicate {
  if (id === undefined) return isNegated ? all : none
  return isNegated ? sql<SqlBool>`(${column} <> ${id} or ${column} is null)` : sql<SqlBool>`${column} = ${id}`
}

function comparison(column: RawBuilder<unknown>, operator: string, value: number | undefined): Predicate | undefined {
  switch (operator) {
    case 'eq':
      return value === undefined ? none : sql<SqlBool>`${column} = ${value}`
    case 'gt':
      return value === undefined ? undefined : sql<SqlBool>`${column} > ${value}`
    case 'lt':
      return value === undefined ? undefined : sql<SqlBool>`${column} < ${value}`
    default:
      return value === undefined ? undefined : sql<SqlBool>`${column} <> ${value}`
  }
}

/** Maximum number of ids: each adds a nested condition, and stores limit the depth of nesting. */
const MOST_RELATED = 100

/** The condition that a row is related to the id, or to each of the ids. */
function related(column: Searchable, value: ListFilter['value'], subject: Subject): Predicate {
  const ids = (Array.isArray(value) ? value : [value]).map(integerOf)
  if (ids.length > MOST_RELATED) throw refused(`At most ${MOST_RELATED} values can be searched for`)
  const conditions = ids.map((id) => (id === undefined || !column.holds ? none : column.holds(id, subject)))
  return conditions.length === 0 ? none : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return undefined
  // No column contains larger values; beyond this limit, comparisons have the same result.
  return Math.max(-maxId, Math.min(maxId, number))
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  return typeof value === 'string' ? ['true', 't', '1', 'yes'].includes(value.toLowerCase()) : undefined
}

function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const ms = Date.parse(/(?:z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`)
  return Number.isNaN(ms) ? undefined : ms
}
