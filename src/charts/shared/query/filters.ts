import type { AdhocFilter, QueryFilter, QueryObject } from '../../../model/query/queryObject.ts'

/** Filters of the retired filter box; those with a reserved name set time fields instead of filtering. */
interface LegacyExtraFilter {
  col: string
  op: string
  val?: unknown
}

const timeExtras: Record<string, 'time_range' | 'granularity' | 'time_grain_sqla'> = {
  __time_range: 'time_range',
  __time_col: 'granularity',
  __time_grain: 'time_grain_sqla',
  __granularity: 'granularity',
}

export interface LegacyExtras {
  filters: QueryFilter[]
  overrides: { time_range?: string; granularity?: string; time_grain_sqla?: string }
  applied: Record<string, string>
}

/** Splits a form's `extra_filters` into plain filters and time overrides, and lists the applied overrides. */
export function legacyExtras(saved: unknown): LegacyExtras {
  const result: LegacyExtras = { filters: [], overrides: {}, applied: {} }
  for (const filter of Array.isArray(saved) ? (saved as LegacyExtraFilter[]) : []) {
    const field = timeExtras[filter.col]
    if (field === undefined) result.filters.push({ col: filter.col, op: filter.op, val: filter.val })
    else {
      result.overrides[field] = String(filter.val)
      result.applied[filter.col] = String(filter.val)
    }
  }
  return result
}

/**
 * Converts adhoc filters for a query object: simple ones become `filters`, SQL ones are joined to `where` and `having`,
 * each in parentheses. Simple HAVING filters are not supported by the contract and are omitted.
 */
export function splitAdhocFilters(
  adhoc: AdhocFilter[],
  given: { where?: string; having?: string } = {},
): { filters: QueryFilter[]; where: string; having: string } {
  const filters: QueryFilter[] = []
  const where = given.where ? [given.where] : []
  const having = given.having ? [given.having] : []
  for (const filter of adhoc) {
    if (filter.expressionType === 'SIMPLE') {
      if (filter.clause === 'WHERE' || filter.clause === undefined) filters.push(simpleFilter(filter))
    } else if (filter.sqlExpression) {
      ;(filter.clause === 'HAVING' ? having : where).push(filter.sqlExpression)
    }
  }
  return { filters, where: joinClauses(where), having: joinClauses(having) }
}

function simpleFilter(filter: AdhocFilter): QueryFilter {
  const col = filter.subject ?? ''
  const op = filter.operator ?? ''
  return isUnary(op) ? { col, op } : { col, op, val: filter.comparator }
}

const isUnary = (operator: string) => operator === 'IS NULL' || operator === 'IS NOT NULL'

/** A line comment must not hide the closing parenthesis. */
const joinClauses = (clauses: string[]) =>
  clauses.map((clause) => `(${clause}${clause.includes('--') ? '\n' : ''})`).join(' AND ')

/** Extra keys that replace a field of the query object: key of the extra form data -> field. */
const overrides = {
  granularity: 'granularity',
  granularity_sqla: 'granularity',
  time_column: 'time_column',
  time_grain: 'time_grain',
  time_range: 'time_range',
} as const

const extrasOverrides = ['relative_start', 'relative_end', 'time_grain_sqla'] as const

/** Applies the override keys of dashboard filters to a query object; missing keys change nothing. */
export function overrideWithExtraFormData(query: QueryObject, extra: Record<string, unknown>): QueryObject {
  const result: Record<string, unknown> = { ...query }
  for (const [key, field] of Object.entries(overrides)) if (extra[key] !== undefined) result[field] = extra[key]
  const extras: Record<string, unknown> = { ...query.extras }
  for (const key of extrasOverrides) if (extra[key] !== undefined) extras[key] = extra[key]
  return { ...result, extras }
}

/** A complete query with the output of dashboard filters: their filters are added, and overrides replace its fields. */
export function withExtraFormData(query: QueryObject, extra: Record<string, unknown>): QueryObject {
  const added = listOf<AdhocFilter>(extra.adhoc_filters)
  const { filters, where, having } = splitAdhocFilters(added, query.extras)
  const filtered = {
    ...query,
    filters: [...(query.filters ?? []), ...listOf<QueryFilter>(extra.filters), ...filters],
    // without added SQL, the query's own text is sent as it was saved
    ...(added.length > 0 && { extras: { ...query.extras, where, having } }),
  }
  return overrideWithExtraFormData(filtered, extra)
}

const listOf = <T>(value: unknown) => (Array.isArray(value) ? (value as T[]) : [])
