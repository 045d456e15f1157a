import { trimmedBoth } from '../../model/basics/trim.ts'
import { type Dataset, type DatasetColumn, GenericType } from '../../model/dataset/dataset.ts'
import { columnLabel, isAdhocColumn, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import { NULL_TEXT, unmarkedText } from '../../model/query/markedText.ts'
import type { QueryFilter } from '../../model/query/queryObject.ts'
import { resolveTimeRange, type TimeRangeOptions } from '../../model/time/timeRange.ts'
import { isInCalendar } from '../../model/time/wallClock.ts'
import type { NewestPartition } from '../contracts.ts'
import type { LiteralValue } from '../dialects/dialect.ts'
import { wallMsOf } from '../dialects/shared/rows.ts'
import { advancedCondition } from './advancedFilter.ts'
import {
  type DimensionContext,
  datasetColumn,
  resolveColumn,
  storedColumn,
  storedTimeOf,
  timestampExpression,
} from './dimensions.ts'
import { planFault } from './failure.ts'
import type { NormalQuery } from './normalQuery.ts'
import type { Comparison, Expression } from './tree.ts'

export interface FilterPlan {
  conditions: Expression[]
  applied: { column: string }[]
  rejected: { column: string; reason: string }[]
}

const COMPARISONS: Record<string, Comparison> = { '==': '=', '!=': '<>', '>': '>', '<': '<', '>=': '>=', '<=': '<=' }
const OUTSIDE = 'A time is outside the years 1 to 9999'
const MISSING_VALUE = 'Must specify a value for filters with comparison operators'

interface FilterTarget {
  expression: Expression
  column: DatasetColumn | null
  /** Derived from the column type alone; null if the type does not decide. */
  declared: GenericType | null
  type: GenericType
  /** A time of the query as it is compared with the expression. Wall-clock milliseconds. */
  stored: (wallMs: number) => number
}

const unchanged = (wallMs: number) => wallMs

/**
 * The conditions of all filters, in order. A filter on a column that the dataset lacks is omitted and reported.
 * `templateFilters`: columns whose filters a template of the dataset has read, so they took effect in its SQL.
 * `partition`: of the dataset's table, if a filter needs the newest one.
 * @throws AppError 400 for an invalid operator or value
 */
export function planFilters(
  query: NormalQuery,
  context: DimensionContext,
  now: number,
  templateFilters: readonly string[] = [],
  partition: NewestPartition | null = null,
): FilterPlan {
  const plan: FilterPlan = { conditions: [], applied: [], rejected: [] }
  for (const filter of query.filters) {
    if (!filter.col || !filter.op) continue
    const column = columnLabel(filter.col)
    const target = targetOf(filter, query, context)
    if (target) {
      plan.applied.push({ column })
      const condition = conditionOf(filter, target, query, now, partition)
      if (condition) plan.conditions.push(condition)
    } else if (templateFilters.includes(column)) {
      plan.applied.push({ column })
    } else {
      plan.rejected.push({ reason: 'not_in_datasource', column })
    }
  }
  return plan
}

function targetOf(filter: QueryFilter, query: NormalQuery, context: DimensionContext): FilterTarget | null {
  const { col } = filter
  if (isAdhocColumn(col)) {
    // the column type is unknown if the engine cannot describe the expression
    if (context.adhocTypes.get(col.sqlExpression) === null) return null
    return {
      expression: resolveColumn(col, context).expression,
      column: null,
      declared: null,
      type: GenericType.string,
      stored: unchanged,
    }
  }
  const name = col === TIMESTAMP_LABEL && query.isTimeseries ? query.granularity : col
  const column = typeof name === 'string' ? datasetColumn(context.dataset, name) : undefined
  if (!column) return null
  if (filter.grain) return bucketTarget(column, filter.grain, context)
  const declared = context.dialect.genericType(column.type)
  return {
    expression: storedColumn(column),
    column,
    declared,
    type: typeOf(column, declared),
    stored: (wallMs) => storedTimeOf(wallMs, column, context),
  }
}

/** The buckets of an epoch column are timestamps, so they are compared with timestamps. */
function bucketTarget(column: DatasetColumn, grain: string, context: DimensionContext): FilterTarget {
  const { dialect } = context
  const isEpoch = column.python_date_format?.startsWith('epoch') ?? false
  const compared = isEpoch ? { ...column, type: 'TIMESTAMP', python_date_format: null } : column
  const declared = dialect.genericType(compared.type)
  return {
    expression: timestampExpression(column, grain, context),
    column: compared,
    declared,
    type: typeOf(compared, declared),
    stored: unchanged,
  }
}

const typeOf = (column: DatasetColumn, declared: GenericType | null): GenericType =>
  declared ?? (column.is_dttm && column.type === null ? GenericType.temporal : GenericType.string)

function conditionOf(
  filter: QueryFilter,
  target: FilterTarget,
  query: NormalQuery,
  now: number,
  partition: NewestPartition | null,
): Expression | null {
  const of = target.expression
  const advanced = advancedCondition(filter, target.column?.advanced_data_type ?? null, of)
  if (advanced) return advanced
  switch (filter.op) {
    case 'IN':
    case 'NOT IN':
      return membership(filter, target)
    case 'IS NULL':
      return { kind: 'isNull', of }
    case 'IS NOT NULL':
      return { kind: 'not', of: { kind: 'isNull', of } }
    case 'IS TRUE':
    case 'IS FALSE':
      if (target.declared === GenericType.string) {
        throw planFault(`argument of ${filter.op} must be type boolean, not type text`)
      }
      return { kind: 'isBoolean', of, value: filter.op === 'IS TRUE' }
    case 'TEMPORAL_RANGE':
      return temporalRange(filter, target, query, now)
    case 'LATEST PARTITION':
      return inNewestPartition(target, partition)
    default:
      return comparison(filter, target)
  }
}

function comparison(filter: QueryFilter, target: FilterTarget): Expression {
  const left = target.expression
  const given = Array.isArray(filter.val) ? filter.val[0] : filter.val
  const value = coerce(given, target)
  const operator = COMPARISONS[filter.op]
  if (value === null) {
    if (operator === '=') return { kind: 'isNull', of: left }
    if (operator === '<>') return { kind: 'not', of: { kind: 'isNull', of: left } }
    throw planFault(MISSING_VALUE)
  }
  const right: Expression = { kind: 'literal', value }
  if (operator) return { kind: 'compare', operator, left, right }
  if (filter.op === 'LIKE') return { kind: 'like', left, right }
  if (filter.op === 'ILIKE') return { kind: 'ilike', left, right }
  throw planFault(`Invalid filter operation type: ${filter.op}`)
}

/** NULL among the values becomes IS NULL. Rows with NULL never pass NOT IN. */
function membership(filter: QueryFilter, target: FilterTarget): Expression {
  const of = target.expression
  const given: unknown[] = Array.isArray(filter.val) ? filter.val : filter.val == null ? [] : [filter.val]
  if (given.length === 0) throw planFault('Filter value list cannot be empty')
  const all = given.map((value) => coerce(value, target))
  const values = all.filter((value) => value !== null)
  const isNull: Expression = { kind: 'isNull', of }
  const isIn: Expression = values.length ? { kind: 'in', of, values } : { kind: 'never' }
  const condition: Expression = values.length < all.length ? { kind: 'or', parts: [isNull, isIn] } : isIn
  return filter.op === 'NOT IN' ? { kind: 'not', of: condition } : condition
}

/** A partition column whose value is NULL is compared with IS NULL. If the table has no partition, no row matches. */
function inNewestPartition(target: FilterTarget, partition: NewestPartition | null): Expression {
  const { column, expression: of } = target
  const columns = partition?.columns ?? []
  const at = column ? columns.indexOf(column.column_name) : -1
  if (at < 0) {
    const name = column?.column_name ?? 'An expression'
    throw planFault(
      `LATEST PARTITION: ${name} is not a partition column. The table is partitioned by: ${columns.join(', ')}`,
    )
  }
  if (!partition?.values) return { kind: 'never' }
  const text = partition.values[at] ?? null
  if (text === null) return { kind: 'isNull', of }
  const right: Expression = { kind: 'literal', value: partitionValue(text, target) }
  return { kind: 'compare', operator: '=', left: of, right }
}

/**
 * A partition value as printed by the database, converted to the type of its column. Here text is never interpreted as
 * another value.
 */
function partitionValue(text: string, target: FilterTarget): LiteralValue {
  const { column, type } = target
  if (type === GenericType.string) return { text }
  const wallMs = type === GenericType.temporal ? wallMsOf(text) : null
  return wallMs === null
    ? coerce(text, target)
    : { wallMs, columnType: column?.type ?? null, format: column?.python_date_format ?? null }
}

function temporalRange(filter: QueryFilter, target: FilterTarget, query: NormalQuery, now: number): Expression | null {
  const value = Array.isArray(filter.val) ? filter.val[0] : filter.val
  if (value == null) throw planFault(MISSING_VALUE)
  if (typeof value !== 'string' || !target.column) throw planFault(`Invalid filter operation type: ${filter.op}`)
  const range = resolveTimeRange(value, rangeOptions(query, now))
  if (!range.ok) throw planFault(range.error)
  return timeBounds(target.expression, target.column, range.value.since, range.value.until, target.stored)
}

/** How a query reads time ranges. */
export const rangeOptions = ({ relative, timeShift, calendar }: NormalQuery, now: number): TimeRangeOptions => ({
  now,
  relative,
  timeShift: timeShift ?? undefined,
  calendar,
})

/** Start inclusive, end exclusive, as the column stores times. A missing side is unbounded. */
export function timeBounds(
  of: Expression,
  column: DatasetColumn,
  since: number | null,
  until: number | null,
  stored: (wallMs: number) => number = unchanged,
): Expression | null {
  if ([since, until].some((wallMs) => wallMs !== null && !isInCalendar(wallMs))) throw planFault(OUTSIDE)
  const bound = (operator: Comparison, wallMs: number): Expression => ({
    kind: 'compare',
    operator,
    left: of,
    right: {
      kind: 'literal',
      value: { wallMs: stored(wallMs), columnType: column.type, format: column.python_date_format },
    },
  })
  const parts: Expression[] = []
  if (since !== null) parts.push(bound('>=', since))
  if (until !== null) parts.push(bound('<', until))
  return parts.length > 1 ? { kind: 'and', parts } : (parts[0] ?? null)
}

/**
 * Converts a filter value to the type of the column: numeric text becomes a number, other text on a numeric column
 * NULL.
 */
export function coerce(value: unknown, target: Pick<FilterTarget, 'type' | 'column' | 'stored'>): LiteralValue {
  const { type, column, stored } = target
  if (value === null || value === undefined) return null
  if (typeof value === 'object') throw planFault('Filter values must be text, numbers, booleans or null')
  if (type === GenericType.boolean) {
    if (typeof value === 'string') return value === NULL_TEXT ? null : value.trim().toLowerCase() === 'true'
    return Boolean(value)
  }
  if (typeof value === 'number' && type === GenericType.temporal) {
    if (!isInCalendar(value)) throw planFault(OUTSIDE)
    return { wallMs: stored(value), columnType: column?.type ?? null, format: column?.python_date_format ?? null }
  }
  if (typeof value === 'boolean') return value
  if (typeof value === 'number' || typeof value === 'bigint') return numberLiteral(value)
  const text = trimmedBoth(String(value), /[\t\n]/)
  if (type === GenericType.numeric) return numberOfText(text)
  const wallMs = type === GenericType.temporal ? wallMsOf(text) : null
  if (wallMs !== null && stored(wallMs) !== wallMs) {
    return { wallMs: stored(wallMs), columnType: column?.type ?? null, format: column?.python_date_format ?? null }
  }
  const read = unmarkedText(text)
  return read === null ? null : { text: read }
}

const numberLiteral = (value: number | bigint): LiteralValue =>
  typeof value === 'bigint' || Number.isSafeInteger(value) ? { integer: String(value) } : { float: value }

/** The value of a decimal digit of any script. The ten digits of a script are consecutive. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

function numberOfText(text: string): LiteralValue {
  if (/^\p{Nd}+$/u.test(text)) return { integer: Array.from(text, digitValue).join('') }
  const trimmed = text.trim()
  if (/^[+-]?(nan|inf|infinity)$/i.test(trimmed)) throw planFault(`Filter value is not a number: ${trimmed}`)
  return /^[+-]?(\d[\d_]*(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)
    ? { float: Number(trimmed.replaceAll('_', '')) }
    : null
}

/** The time settings of a dashboard that apply to this dataset. */
export function timeExtrasStatus(
  extras: Record<string, unknown>,
  dataset: Dataset,
): Pick<FilterPlan, 'applied' | 'rejected'> {
  const temporal = new Set(dataset.columns.filter((column) => column.is_dttm).map((column) => column.column_name))
  const status: Pick<FilterPlan, 'applied' | 'rejected'> = { applied: [], rejected: [] }
  const report = (column: string, fits: boolean, reason: string) =>
    fits ? status.applied.push({ column }) : status.rejected.push({ reason, column })
  const column = extras['__time_col']
  if (column) report('__time_col', temporal.has(String(column)), 'not_in_datasource')
  if ('__time_grain' in extras) report('__time_grain', temporal.size > 0, 'no_temporal_column')
  if ('__time_range' in extras) report('__time_range', temporal.size > 0, 'no_temporal_column')
  return status
}
