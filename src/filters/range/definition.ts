import type { QueryFilter } from '../../model/query/queryObject.ts'
import type { FilterDefinition } from '../shared/defineFilter.ts'
import { emptyMask } from '../shared/emptyMask.ts'
import { baseQuery, filterContext, filterFormData } from '../shared/optionsQuery.ts'
import { mergedBounds, type Range, rangeBounds, rangeLabel, readRange } from './range.ts'

const controlDefaults = { enableEmptyFilter: false }

/** Numbers between two bounds, or above or below a single one. */
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

  mergeOptions: mergedBounds,

  dataMask(filter, value, options) {
    const column = filter.targets[0]?.column?.name ?? ''
    const [low, high] = withinBounds(readRange(value), rangeBounds(options))
    const filters = rangeFilters(column, low, high)
    if (filters.length === 0) return emptyMask(filter)
    return { extraFormData: { filters }, filterState: { value: readRange(value), label: rangeLabel(low, high) } }
  },

  component: () => import('./RangeFilter.tsx'),
  settings: () => import('./settings.tsx'),
}

/** A bound at or beyond the bound of the data does not filter, unless both bounds are equal. */
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
