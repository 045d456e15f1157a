import type { QueryFilter } from '../../model/query/queryObject.ts'
import type { FilterDefinition, FilterOptions } from '../shared/defineFilter.ts'
import { baseQuery, filterContext, filterFormData } from '../shared/optionsQuery.ts'

const controlDefaults = { enableEmptyFilter: false }

/** Which end a one-ended range sets. */
export type RangeMode = 'both' | 'minimum' | 'exact' | 'maximum'
const singleModes: RangeMode[] = ['minimum', 'exact', 'maximum']

export type Range = [low: number | null, high: number | null]

/** Numbers between two ends, or on one side of one. */
export const range: FilterDefinition = {
  type: 'filter_range',
  name: 'Numerical range',
  controlDefaults,

  optionsQuery({ filter, parents }) {
    const formData = filterFormData(filter, controlDefaults, parents)
    const column = filter.targets[0]?.column?.name
    if (!column) return null
    const { orderby: _none, ...query } = baseQuery(formData)
    const bound = (aggregate: 'MIN' | 'MAX', id: number) => ({
      aggregate,
      column: { column_name: column, id, type_generic: 0 },
      expressionType: 'SIMPLE' as const,
      hasCustomLabel: true,
      label: aggregate.toLowerCase(),
    })
    return filterContext(filter, formData, [{ ...query, columns: [], metrics: [bound('MIN', 1), bound('MAX', 2)] }])
  },

  dataMask(filter, value, options) {
    const column = filter.targets[0]?.column?.name ?? ''
    const [low, high] = withinBounds(readRange(value), rangeBounds(options))
    const filters = rangeFilters(column, low, high)
    if (filters.length === 0) {
      const nothing = filter.controlValues['enableEmptyFilter'] === true
      return {
        extraFormData: nothing
          ? { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] }
          : {},
        filterState: { value: null },
      }
    }
    return { extraFormData: { filters }, filterState: { value: readRange(value), label: rangeLabel(low, high) } }
  },

  component: () => import('./RangeFilter.tsx'),
}

export function rangeMode(controlValues: Record<string, unknown>): RangeMode {
  const single = controlValues['enableSingleValue']
  return (typeof single === 'number' ? singleModes[single] : undefined) ?? 'both'
}

export function readRange(value: unknown): Range {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : []
  const number = (end: unknown) => (typeof end === 'number' && Number.isFinite(end) ? end : null)
  return [number(low), number(high)]
}

/** Least and greatest value of the data; null while unknown or where the column is empty or not numeric. */
export function rangeBounds(options: FilterOptions | undefined): { min: number; max: number } | null {
  const [row] = options?.rows ?? []
  const [min, max] = [row?.['min'], row?.['max']]
  return typeof min === 'number' && typeof max === 'number' ? { min, max } : null
}

/** An end that lies at or beyond the data's own end says nothing, unless both ends meet. */
function withinBounds([low, high]: Range, bounds: { min: number; max: number } | null): Range {
  if (!bounds || (low !== null && low === high)) return [low, high]
  return [low !== null && low <= bounds.min ? null : low, high !== null && high >= bounds.max ? null : high]
}

function rangeFilters(col: string, low: number | null, high: number | null): QueryFilter[] {
  if (low !== null && low === high) return [{ col, op: '==', val: low }]
  return [
    ...(low === null ? [] : [{ col, op: '>=', val: low }]),
    ...(high === null ? [] : [{ col, op: '<=', val: high }]),
  ]
}

const numberFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 12 })
export const rangeNumber = (value: number) => numberFormat.format(value)

/** `5 ≤ x ≤ 10`, `x ≥ 5`, `x ≤ 10`, `x = 5`; empty where nothing is set. */
export function rangeLabel(low: number | null, high: number | null): string {
  if (low !== null && high !== null) {
    return low === high ? `x = ${rangeNumber(low)}` : `${rangeNumber(low)} ≤ x ≤ ${rangeNumber(high)}`
  }
  if (low !== null) return `x ≥ ${rangeNumber(low)}`
  return high === null ? '' : `x ≤ ${rangeNumber(high)}`
}

/** A step that moves a slider through its range in 100 to 1000 round steps; 1 for small ranges of whole numbers. */
export function rangeStep({ min, max }: { min: number; max: number }): number {
  const span = max - min
  if (span <= 0) return 1
  const step = 10 ** (Math.floor(Math.log10(span)) - 2)
  return Number.isInteger(min) && Number.isInteger(max) ? Math.max(1, step) : step
}
