/** Editing the filters of a dashboard: entries keep their stored form, including unknown keys. Pure. */

import { isUnset } from '../dashboard/dashboardState.ts'
import { chartsIn, type Layout, type LayoutNode, topLevelTabs } from '../dashboard/layout.ts'
import { parseScope, type Scope, wholeDashboard } from '../dashboard/scope.ts'
import type { GenericType } from '../dataset/dataset.ts'
import type { AdhocFilter } from '../query/queryObject.ts'
import { isRecord } from '../wire/json.ts'

/** One stored entry of `native_filter_configuration`. */
export type FilterEntry = Readonly<Record<string, unknown>> & { readonly id: string }

/** The properties of a filter type that matter for editing; each type declares them in its own folder. */
export interface FilterTraits {
  /** The filter reads a dataset. */
  hasDataset?: true
  /** The filter has a column; returns whether a column of this type can be used. */
  takesColumn?: (type: GenericType) => boolean
  /** The filter's values can depend on other filters. */
  hasParents?: true
  /** The values of other filters can depend on the filter. */
  isParent?: true
  /** The filter sets a time range, so filters that depend on it need a time column. */
  setsTimeRange?: true
  /** The rows from which the filter's values are read can be pre-filtered. */
  hasPreFilter?: true
}

/** The traits of a stored filter's type. */
export type TraitsOf = (entry: FilterEntry) => FilterTraits

/** The stored name of a filter type and the initial control values of its filters. */
interface StoredType {
  type: string
  controlDefaults: Readonly<Record<string, unknown>>
}

/** The stored entries that can be edited; invalid ones are dropped. */
export function readEntries(metadata: Readonly<Record<string, unknown>>): FilterEntry[] {
  const stored = metadata['native_filter_configuration']
  return (Array.isArray(stored) ? stored : []).filter(
    (entry): entry is FilterEntry => isRecord(entry) && typeof entry['id'] === 'string',
  )
}

export const isDivider = (entry: FilterEntry) => entry['type'] === 'DIVIDER'
export const entryName = (entry: FilterEntry) => String((isDivider(entry) ? entry['title'] : entry['name']) ?? '')
export interface FilterTarget {
  datasetId?: number
  column?: { name: string }
}

export function targetOf(entry: FilterEntry): FilterTarget {
  const [first] = Array.isArray(entry['targets']) ? (entry['targets'] as unknown[]) : []
  return isRecord(first) ? (first as FilterTarget) : {}
}

/** The same column in other datasets: all targets but the first. */
export const otherTargets = (entry: FilterEntry): FilterTarget[] =>
  (Array.isArray(entry['targets']) ? (entry['targets'] as unknown[]) : [])
    .slice(1)
    .map((target) => (isRecord(target) ? (target as FilterTarget) : {}))

/**
 * The default is kept: it contains the name of the first column, which is replaced for charts on the other datasets.
 */
export const changeOtherTargets = (entry: FilterEntry, others: readonly FilterTarget[]): FilterEntry => ({
  ...entry,
  targets: [targetOf(entry), ...others],
})

export const controlsOf = (entry: FilterEntry): Record<string, unknown> =>
  isRecord(entry['controlValues']) ? entry['controlValues'] : {}

export const parentsOf = (entry: FilterEntry): string[] =>
  Array.isArray(entry['cascadeParentIds'])
    ? entry['cascadeParentIds'].filter((id): id is string => typeof id === 'string')
    : []

const noDefault = { extraFormData: {}, filterState: {}, ownState: {} }

export function newFilter(id: string, datasetId: number | undefined, stored: StoredType): FilterEntry {
  return {
    id,
    type: 'NATIVE_FILTER',
    name: '',
    filterType: stored.type,
    targets: [datasetId === undefined ? {} : { datasetId }],
    controlValues: { ...stored.controlDefaults },
    defaultDataMask: noDefault,
    cascadeParentIds: [],
    scope: wholeDashboard,
    description: '',
  }
}

export const newDivider = (id: string): FilterEntry => ({ id, type: 'DIVIDER', title: '', description: '' })

const withoutDefault = (entry: FilterEntry): FilterEntry => ({ ...entry, defaultDataMask: noDefault })

/** Changes the filter type: column, default, order and dependence are reset; a time range has no dataset. */
export function changeType(entry: FilterEntry, stored: StoredType, traits: FilterTraits): FilterEntry {
  const { datasetId } = targetOf(entry)
  const { enableEmptyFilter } = controlsOf(entry)
  const kept = traits.hasPreFilter ? {} : { filters: [], timeRange: undefined, timeColumn: undefined }
  const { sortMetric: _metric, ...rest } = changePreFilter(entry, kept)
  return {
    ...rest,
    id: entry.id,
    filterType: stored.type,
    targets: [traits.hasDataset && datasetId !== undefined ? { datasetId } : {}],
    controlValues: { ...stored.controlDefaults, enableEmptyFilter: enableEmptyFilter === true },
    cascadeParentIds: traits.hasParents ? parentsOf(entry) : [],
  }
}

export function changeDataset(entry: FilterEntry, datasetId: number | undefined): FilterEntry {
  // pre-filters refer to columns of the previous dataset
  const plain = changePreFilter(entry, { filters: [], timeRange: undefined, timeColumn: undefined })
  const { sortMetric: _metric, ...rest } = plain
  const others = otherTargets(entry).filter((target) => target.datasetId !== datasetId)
  return { ...rest, id: entry.id, targets: [datasetId === undefined ? {} : { datasetId }, ...others] }
}

export function changeColumn(entry: FilterEntry, name: string | undefined): FilterEntry {
  const { datasetId } = targetOf(entry)
  const target = { datasetId, ...(name !== undefined && { column: { name } }) }
  return { ...withoutDefault(entry), targets: [target, ...otherTargets(entry)] }
}

export function changeControl(entry: FilterEntry, key: string, value: unknown): FilterEntry {
  const changed = { ...entry, controlValues: { ...controlsOf(entry), [key]: value } }
  // the first value replaces a default
  return key === 'defaultToFirstItem' && value === true ? withoutDefault(changed) : changed
}

/** The rows from which values are offered, and their time column. */
export interface PreFilter {
  filters: readonly AdhocFilter[]
  timeRange: string | undefined
  timeColumn: string | undefined
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function preFilterOf(entry: FilterEntry): PreFilter {
  const range = textOf(entry['time_range'])
  return {
    filters: Array.isArray(entry['adhoc_filters']) ? (entry['adhoc_filters'] as AdhocFilter[]) : [],
    timeRange: range === 'No filter' ? undefined : range,
    timeColumn: textOf(entry['granularity_sqla']),
  }
}

export function hasPreFilter(entry: FilterEntry): boolean {
  const { filters, timeRange } = preFilterOf(entry)
  return filters.length > 0 || timeRange !== undefined
}

export function changePreFilter(entry: FilterEntry, patch: Partial<PreFilter>): FilterEntry {
  const { filters, timeRange, timeColumn } = { ...preFilterOf(entry), ...patch }
  const { adhoc_filters: _filters, time_range: _range, granularity_sqla: _column, ...rest } = withoutDefault(entry)
  return {
    ...rest,
    id: entry.id,
    ...(filters.length > 0 && { adhoc_filters: filters }),
    ...(timeRange !== undefined && { time_range: timeRange }),
    ...(timeColumn !== undefined && { granularity_sqla: timeColumn }),
  }
}

/** Whether time ranges apply to a filter's values: its own, or one of a filter that it depends on. */
export function needsTimeColumn(entry: FilterEntry, entries: readonly FilterEntry[], traitsOf: TraitsOf): boolean {
  const { timeRange, timeColumn } = preFilterOf(entry)
  const parents = new Set(parentsOf(entry))
  return (
    timeRange !== undefined ||
    timeColumn !== undefined ||
    entries.some((other) => parents.has(other.id) && traitsOf(other).setsTimeRange === true)
  )
}

export type FilterFault = 'name' | 'title' | 'dataset' | 'column' | 'others' | 'default' | 'preFilter' | 'cycle'

/** Whether the boxes for a default and for a pre-filter are ticked in the form of an entry. */
export interface Ticked {
  default: boolean
  preFilter: boolean
}

/** Why an entry cannot be saved. */
export function filterFaults(
  entry: FilterEntry,
  entries: readonly FilterEntry[],
  ticked: Ticked,
  traits: FilterTraits,
): FilterFault[] {
  if (isDivider(entry)) return entryName(entry).trim() === '' ? ['title'] : []
  const faults: FilterFault[] = []
  const target = targetOf(entry)
  const controls = controlsOf(entry)
  if (entryName(entry).trim() === '') faults.push('name')
  if (traits.hasDataset && !target.datasetId) faults.push('dataset')
  if (traits.takesColumn && !target.column?.name) faults.push('column')
  if (otherTargets(entry).some(({ datasetId, column }) => !datasetId || !column?.name)) faults.push('others')
  const needsDefault = controls['enableEmptyFilter'] === true && controls['defaultToFirstItem'] !== true
  if ((ticked.default || needsDefault) && isUnset(entry['defaultDataMask'] as object)) faults.push('default')
  if (traits.hasPreFilter && ticked.preFilter && !hasPreFilter(entry)) faults.push('preFilter')
  if (isInCycle(entry.id, entries)) faults.push('cycle')
  return faults
}

/** Whether a filter depends on itself through others. */
export function isInCycle(id: string, entries: readonly FilterEntry[]): boolean {
  const parents = new Map(entries.map((entry) => [entry.id, parentsOf(entry)]))
  const seen = new Set<string>()
  const reaches = (step: string): boolean =>
    (parents.get(step) ?? []).some((parent) => {
      if (parent === id) return true
      if (seen.has(parent)) return false
      seen.add(parent)
      return reaches(parent)
    })
  return reaches(id)
}

/** Filters that an entry may depend on: those whose type can be a parent and that do not depend on it already. */
export function possibleParents(
  entry: FilterEntry,
  entries: readonly FilterEntry[],
  traitsOf: TraitsOf,
): FilterEntry[] {
  return entries.filter(
    (other) =>
      other.id !== entry.id &&
      !isDivider(other) &&
      traitsOf(other).isParent === true &&
      !isInCycle(
        entry.id,
        entries.map((each) => (each.id === entry.id ? { ...each, cascadeParentIds: [other.id] } : each)),
      ),
  )
}

export const scopeOf = (entry: FilterEntry): Scope => parseScope(entry['scope'])

/**
 * The scope that contains exactly these charts: below the top tabs that contain some of them, else the whole dashboard,
 * without the other charts. So a chart that is added to a tab later is in scope of the filters of that tab.
 */
export function scopeFor(layout: Layout, chosen: ReadonlySet<number>): Scope {
  const all = chartsIn(layout.root)
  const tabs = topLevelTabs(layout)?.children ?? []
  const touched = tabs.filter((tab) => chartsIn(tab).some((id) => chosen.has(id)))
  const roots = touched.length > 0 && touched.length < tabs.length ? touched : undefined
  const below = roots ? new Set(roots.flatMap((tab) => chartsIn(tab))) : new Set(all)
  return {
    rootPath: roots ? roots.map(({ id }) => id) : wholeDashboard.rootPath,
    excluded: all.filter((id) => below.has(id) && !chosen.has(id)),
  }
}

/** A branch of the scope tree: tabs and charts; rows and columns are omitted. */
export interface ScopeBranch {
  key: string
  name: string
  charts: number[]
  children: ScopeBranch[]
}

export function scopeTree(layout: Layout, nameOf: (node: LayoutNode) => string): ScopeBranch[] {
  const branches = (node: LayoutNode): ScopeBranch[] => {
    if (node.type === 'CHART') {
      const { chartId } = node.meta
      return chartId === undefined ? [] : [{ key: node.id, name: nameOf(node), charts: [chartId], children: [] }]
    }
    const children = node.children.flatMap(branches)
    if (node.type !== 'TAB') return children
    return [{ key: node.id, name: nameOf(node), charts: chartsIn(node), children }]
  }
  return branches(layout.root)
}

/** Moves an entry up or down in the list. */
export function moveEntry(entries: readonly FilterEntry[], id: string, by: number): FilterEntry[] {
  const from = entries.findIndex((entry) => entry.id === id)
  const to = Math.min(Math.max(from + by, 0), entries.length - 1)
  const entry = entries[from]
  return entry ? entries.toSpliced(from, 1).toSpliced(to, 0, entry) : [...entries]
}

/**
 * The entries to save: without removed ones, and without dependence on them. Filters that select their first value are
 * marked, because the charts of other programs wait for them too.
 */
export function savedEntries(entries: readonly FilterEntry[], removed: ReadonlySet<string>): FilterEntry[] {
  const kept = entries.filter(({ id }) => !removed.has(id))
  const ids = new Set(kept.map(({ id }) => id))
  return kept.map((entry) => {
    const marked = withRequiredFirst(entry)
    return parentsOf(entry).every((id) => ids.has(id))
      ? marked
      : { ...marked, cascadeParentIds: parentsOf(entry).filter((id) => ids.has(id)) }
  })
}

function withRequiredFirst(entry: FilterEntry): FilterEntry {
  const takesFirst = controlsOf(entry)['defaultToFirstItem'] === true
  if (takesFirst) return entry['requiredFirst'] === true ? entry : { ...entry, requiredFirst: true }
  if (entry['requiredFirst'] === undefined) return entry
  const { requiredFirst: _first, ...rest } = entry
  return { ...rest, id: entry.id }
}
