/**
 * The rules of a dashboard's filters: the data masks at the start, what may be applied, which charts a mask applies to,
 * and the query of each chart. Pure; the state itself is in the screen.
 */

import { ownValue } from '../basics/ownValue.ts'
import { markedText } from '../query/markedText.ts'
import type { DashboardMetadata, FilterBarEntry, NativeFilter } from './dashboardMetadata.ts'
import type { DataMask, ExtraFormData } from './dataMask.ts'
import { compareMaskIds, mergeExtraFormData } from './dataMaskMerge.ts'
import { chartsIn, type Layout } from './layout.ts'
import { chartsInScope } from './scope.ts'

/** By native filter id, or by chart id as text for cross-filters. */
export type DataMasks = Record<string, DataMask>
/** Column of a filter -> the different name of this column in the dataset of a chart. */
type ColumnNames = Readonly<Record<string, string>>
/**
 * For every native filter and every chart that may emit a mask: the charts that the mask applies to. Each chart has the
 * names of the mask's columns in its dataset, if they differ.
 */
export type Reach = Record<string, ReadonlyMap<number, ColumnNames | undefined>>

const noNames = (ids: readonly number[]) => new Map(ids.map((id) => [id, undefined]))

/** The name of a filter's column in a dataset; undefined if it is the same, or the filter does not name the dataset. */
export function columnNamesIn({ targets }: NativeFilter, datasetId: number | undefined): ColumnNames | undefined {
  const name = targets[0]?.column?.name
  const other = datasetId === undefined ? undefined : targets.find((target) => target.datasetId === datasetId)
  return name && other?.column && other.column.name !== name ? { [name]: other.column.name } : undefined
}

/** What a mask adds to the query of a chart or of another filter, with the names of its dataset. */
function renamed(extra: ExtraFormData, names: ColumnNames | undefined): ExtraFormData {
  if (!names || !extra.filters) return extra
  return {
    ...extra,
    filters: extra.filters.map((filter) => {
      const name = typeof filter.col === 'string' ? ownValue(names, filter.col) : undefined
      return name === undefined ? filter : { ...filter, col: name }
    }),
  }
}

export const isNativeFilter = (entry: FilterBarEntry): entry is NativeFilter => entry.type === 'NATIVE_FILTER'
export const isCrossFilterId = (id: string) => /^\d+$/.test(id)

/** `boxes`: the filters of filter boxes. `datasetOf`: the dataset of a chart. */
export function filterReach(
  layout: Layout,
  metadata: DashboardMetadata,
  boxes: readonly NativeFilter[] = [],
  datasetOf: (chartId: number) => number | undefined = () => undefined,
): Reach {
  const reach: Reach = {}
  for (const filter of [...metadata.native_filter_configuration.filter(isNativeFilter), ...boxes]) {
    const charts = chartsInScope(layout, filter.scope)
    reach[filter.id] =
      filter.targets.length > 1
        ? new Map(charts.map((id) => [id, columnNamesIn(filter, datasetOf(id))]))
        : noNames(charts)
  }
  if (metadata.cross_filters_enabled) {
    // most charts have the same scope
    const everywhere = chartsInScope(layout, metadata.global_chart_configuration.scope)
    for (const id of chartsIn(layout.root)) reach[id] = noNames(crossFilterCharts(layout, metadata, id, everywhere))
  }
  return reach
}

/** Structural equality of JSON values; a missing key equals an undefined one. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

/** Whether a filter has no value. A list that contains null is a value: rows with a missing value. */
export function isUnset(mask: DataMask | undefined): boolean {
  const value = mask?.filterState?.value
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const sameMask = (a: DataMask | undefined, b: DataMask | undefined) =>
  (isUnset(a) ? isUnset(b) : sameJson(a?.filterState?.value, b?.filterState?.value)) &&
  sameJson(a?.extraFormData ?? {}, b?.extraFormData ?? {})

/**
 * Data masks at the start: the default of each filter, replaced by those restored from the address. A restored mask
 * with only a value (links created by API clients) gets its form data from `derive`. Masks of deleted filters and
 * charts are dropped.
 */
export function initialMasks(
  metadata: DashboardMetadata,
  chartIds: number[],
  restored: DataMasks | undefined,
  derive: (filter: NativeFilter, value: unknown) => DataMask,
): DataMasks {
  const masks: DataMasks = {}
  for (const filter of metadata.native_filter_configuration.filter(isNativeFilter)) {
    const saved = restored?.[filter.id]
    const value = saved?.filterState?.value
    if (saved && value !== undefined && saved.extraFormData === undefined) masks[filter.id] = derive(filter, value)
    else masks[filter.id] = saved ?? filter.defaultDataMask
  }
  for (const id of chartIds) {
    const saved = restored?.[String(id)]
    if (saved && metadata.cross_filters_enabled) masks[String(id)] = saved
  }
  return masks
}

/** Filters whose draft differs from the applied mask. */
export function dirtyFilters(filters: NativeFilter[], applied: DataMasks, drafts: DataMasks): string[] {
  return filters.filter(({ id }) => !sameMask(applied[id], drafts[id])).map(({ id }) => id)
}

export const isRequired = (filter: NativeFilter) => filter.controlValues['enableEmptyFilter'] === true
const takesFirst = (filter: NativeFilter) => filter.controlValues['defaultToFirstItem'] === true

/** Required filters that are still empty. */
export function missingRequired(filters: NativeFilter[], drafts: DataMasks): string[] {
  return filters.filter((filter) => isRequired(filter) && isUnset(drafts[filter.id])).map(({ id }) => id)
}

/** Filters that select their first value by default and have no value yet, so that charts in their scope must wait. */
export function awaitedFilters(filters: NativeFilter[], applied: DataMasks): string[] {
  return filters.filter((filter) => takesFirst(filter) && isUnset(applied[filter.id])).map(({ id }) => id)
}

/** The form data that the filters in scope add to a chart's query. */
export function chartExtraFormData(chartId: number, masks: DataMasks, reach: Reach): ExtraFormData {
  const ids = Object.keys(masks)
    .filter((id) => reach[id]?.has(chartId))
    .sort(compareMaskIds)
  return mergeExtraFormData(ids.map((id) => renamed(masks[id]?.extraFormData ?? {}, reach[id]?.get(chartId))))
}

/**
 * The form data that the parents of a dependent filter add to the query of its options: their drafts, applied or not.
 * `filters`: those of the dashboard, whose columns may have another name in the dataset of the options.
 */
export function parentExtraFormData(
  filter: NativeFilter,
  drafts: DataMasks,
  filters: readonly NativeFilter[] = [],
): ExtraFormData {
  const ids = filter.cascadeParentIds.filter((id) => drafts[id]).sort(compareMaskIds)
  const namesOf = (id: string) => {
    const parent = filters.find((each) => each.id === id)
    return parent && columnNamesIn(parent, filter.targets[0]?.datasetId)
  }
  return mergeExtraFormData(ids.map((id) => renamed(drafts[id]?.extraFormData ?? {}, namesOf(id))))
}

/** A chart's cross-filter after a click: a new value replaces the old one, the same value clears it. */
export function toggleCrossFilter(masks: DataMasks, chartId: number, mask: DataMask): DataMasks {
  const id = String(chartId)
  const current = masks[id]
  const isSame = !isUnset(current) && sameJson(current?.filterState?.value, mask.filterState?.value)
  return isSame || isUnset(mask) ? withoutMask(masks, id) : { ...masks, [id]: { ...mask, id } }
}

export function withoutMask(masks: DataMasks, id: string): DataMasks {
  const { [id]: _removed, ...rest } = masks
  return rest
}

/** A value for display: the label of the mask, else its values joined. */
export function maskLabel(mask: DataMask | undefined): string {
  const state = mask?.filterState
  if (typeof state?.label === 'string' && state.label !== '') return state.label
  const value = state?.value
  const flat = (Array.isArray(value) ? value.flat(2) : value === '' ? [] : [value]) as unknown[]
  return flat
    .filter((item) => item !== undefined)
    .map(valueLabel)
    .join(', ')
}

/** One value as text: the contract's words for null, empty texts and booleans. */
export function valueLabel(value: unknown): string {
  if (value === true) return 'TRUE'
  if (value === false) return 'FALSE'
  return markedText(value)
}

export interface ChartFilter {
  /** id of the native filter, or of the chart that emits the cross-filter */
  id: string
  name: string
  label: string
}

/** The filters of one chart, as its badge lists them. */
export interface ChartFilters {
  cross: ChartFilter[]
  applied: ChartFilter[]
  /** has a value, but on a column that the chart's dataset lacks */
  incompatible: ChartFilter[]
  unset: ChartFilter[]
}

export function chartFilters(
  chartId: number,
  masks: DataMasks,
  reach: Reach,
  filters: NativeFilter[],
  chartName: (id: number) => string,
  rejectedColumns: ReadonlySet<string>,
): ChartFilters {
  const found: ChartFilters = { cross: [], applied: [], incompatible: [], unset: [] }
  for (const id of Object.keys(masks).filter(isCrossFilterId).sort(compareMaskIds)) {
    if (!reach[id]?.has(chartId) || isUnset(masks[id])) continue
    const entry = { id, name: chartName(Number(id)), label: maskLabel(masks[id]) }
    found[isRejected(masks[id]?.extraFormData, rejectedColumns) ? 'incompatible' : 'cross'].push(entry)
  }
  for (const filter of filters) {
    if (!reach[filter.id]?.has(chartId)) continue
    const mask = masks[filter.id]
    const entry = { id: filter.id, name: filter.name, label: maskLabel(mask) }
    if (isUnset(mask)) found.unset.push({ ...entry, label: '' })
    else {
      const extra = renamed(mask?.extraFormData ?? {}, reach[filter.id]?.get(chartId))
      found[isRejected(extra, rejectedColumns) ? 'incompatible' : 'applied'].push(entry)
    }
  }
  return found
}

function isRejected(extra: ExtraFormData | undefined, rejected: ReadonlySet<string>): boolean {
  const columns = (extra?.filters ?? []).map(({ col }) => (typeof col === 'string' ? col : (col.label ?? '')))
  return columns.length > 0 && columns.every((column) => rejected.has(column))
}

/**
 * Charts in the scope of a cross-filter of `chartId`: the chart's own scope, or the dashboard's global one; never the
 * chart itself. `everywhere`: the charts in the global scope.
 */
export function crossFilterCharts(
  layout: Layout,
  metadata: DashboardMetadata,
  chartId: number,
  everywhere = chartsInScope(layout, metadata.global_chart_configuration.scope),
): number[] {
  const own = metadata.chart_configuration[String(chartId)]?.crossFilters?.scope
  const reached = own === undefined || own === 'global' ? everywhere : chartsInScope(layout, own)
  return reached.filter((id) => id !== chartId)
}
