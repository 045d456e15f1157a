import type { DashboardMetadata, NativeFilter } from '../dashboard/dashboardMetadata.ts'
import { isNativeFilter } from '../dashboard/dashboardState.ts'
import type { ExtraFormData } from '../dashboard/dataMask.ts'
import { unmarkedText } from '../query/markedText.ts'
import type { QueryFilter } from '../query/queryObject.ts'
import { isRecord } from '../wire/json.ts'

/**
 * The targets of a click on the marks of a tile: other dashboards or charts, with the filters carried along. Stored in
 * the layout with the tile, because other programs reject unknown keys of the metadata, but keep those of the layout.
 * Pure.
 */

export interface GoTo {
  kind: 'dashboard' | 'chart'
  id: number
}

/** The targets of a tile, from its stored layout; invalid ones are left out. */
export const goToOf = (stored: unknown): GoTo[] =>
  (Array.isArray(stored) ? (stored as unknown[]) : []).flatMap((value): GoTo[] => {
    if (!isRecord(value)) return []
    const { kind, id } = value
    const isKnown = (kind === 'dashboard' || kind === 'chart') && typeof id === 'number' && Number.isInteger(id)
    return isKnown ? [{ kind, id }] : []
  })

/** A filter that the target has no native filter for. */
export interface LeftFilter {
  /** absent: the filter is the time range of the dashboard, or a condition in SQL */
  column?: string
  /** absent: a missing value */
  value?: unknown
  /** a condition in SQL, instead of a value */
  sql?: string
}

interface CarriedFilters {
  /** by id of the target's native filters */
  values: Record<string, unknown>
  left: LeftFilter[]
}

/** The range of times that a mark represents, as text for a time filter. */
export type RangeOf = (filter: QueryFilter) => string | undefined

/**
 * The values of a dashboard's native filters that select the same rows. The native filters are found by the names of
 * their columns. Later filters of a column narrow earlier ones. Filters that match no native filter are in `left`.
 */
export function carriedFilters(
  metadata: Pick<DashboardMetadata, 'native_filter_configuration'>,
  { filters = [], adhoc_filters = [], time_range }: ExtraFormData,
  rangeOf: RangeOf,
): CarriedFilters {
  const natives = metadata.native_filter_configuration.filter(isNativeFilter)
  const values: Record<string, unknown> = {}
  const left: LeftFilter[] = []
  const time = natives.find(({ filterType }) => filterType === 'filter_time')
  const narrowed = filters.map(rangeOf).findLast((range) => range !== undefined)
  const range = narrowed ?? (time_range === 'No filter' ? undefined : time_range)
  if (range !== undefined && time) values[time.id] = range
  else if (range !== undefined) left.push({ value: range })
  for (const filter of filters) {
    if (rangeOf(filter) !== undefined) continue
    if (!takeFilter(natives, filter, values)) left.push({ column: nameOf(filter), value: filter.val ?? undefined })
  }
  for (const { subject, sqlExpression, comparator } of adhoc_filters) {
    left.push(typeof subject === 'string' ? { column: subject, value: comparator } : { sql: sqlExpression ?? '' })
  }
  return { values, left }
}

const nameOf = ({ col }: QueryFilter) => (typeof col === 'string' ? col : (col.label ?? col.sqlExpression))

/**
 * Assigns a filter's value to the first native filter of its column that accepts it. A value from an earlier filter is
 * narrowed, never replaced. Two filters without a common value cannot be combined, so the later one is rejected.
 */
function takeFilter(natives: readonly NativeFilter[], filter: QueryFilter, values: Record<string, unknown>): boolean {
  const { col, op } = filter
  const own = (type: string) =>
    natives.find(({ filterType, targets }) => filterType === type && targets[0]?.column?.name === col)
  const select = own('filter_select')
  const chosen = chosenValues(filter)
  if (select && chosen && select.controlValues['inverseSelection'] !== true) {
    const before = values[select.id] as unknown[] | undefined
    const both = chosen.filter((value) => !before || before.includes(value))
    if (both.length === 0) return false
    values[select.id] = both
    return true
  }
  const range = own('filter_range')
  const number = Number(filter.val)
  if (!range || filter.val == null || Array.isArray(filter.val) || Number.isNaN(number)) return false
  if (op !== '>=' && op !== '<=' && op !== '==') return false
  const before = (values[range.id] as [number | null, number | null] | undefined) ?? [null, null]
  const low = op === '<=' ? before[0] : Math.max(before[0] ?? number, number)
  const high = op === '>=' ? before[1] : Math.min(before[1] ?? number, number)
  if (low !== null && high !== null && low > high) return false
  values[range.id] = [low, high]
  return true
}

function chosenValues({ op, val, grain }: QueryFilter): unknown[] | undefined {
  if (grain) return undefined
  if (op === 'IS NULL') return [null]
  const values = op === '==' ? [val] : op === 'IN' && Array.isArray(val) ? (val as unknown[]) : undefined
  // removes the quotes from texts that look like the marker of a missing value
  return values?.map((value) => (typeof value === 'string' ? unmarkedText(value) : value))
}
