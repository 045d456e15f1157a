/** The user's actions on an open dashboard. Each is one change of the store. */

import { findFilterType } from '../../../../filters/index.ts'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import {
  type DataMasks,
  isCrossFilterId,
  missingRequired,
  toggleCrossFilter,
  withoutMask,
} from '../../../../model/dashboard/dashboardState.ts'
import type { DataMask } from '../../../../model/dashboard/dataMask.ts'
import { isInSight } from '../../../../model/dashboard/scope.ts'
import type { DashboardState, DashboardStore } from './dashboardStore.ts'

export function setDraft(store: DashboardStore, filterId: string, mask: DataMask): void {
  store.setState(({ drafts }) => ({ drafts: { ...drafts, [filterId]: { ...mask, id: filterId } } }))
}

/** Applies the drafts of all native filters, or of the given ones; cross-filters are not changed. */
export function applyDrafts(store: DashboardStore, given?: readonly NativeFilter[]): void {
  store.setState((state) => ({ applied: withDrafts(state, given) }))
}

/** The applied masks after the drafts are applied. */
export const withDrafts = (
  { applied, drafts, filters }: DashboardState,
  given: readonly NativeFilter[] = filters,
): DataMasks => ({
  ...applied,
  ...Object.fromEntries(given.flatMap(({ id }) => (drafts[id] ? [[id, drafts[id]]] : []))),
})

/**
 * Removes all cross-filters and clears every native filter, in one change. The native ones are applied at once, unless
 * a required one becomes empty.
 */
export function clearAll(store: DashboardStore): void {
  const { filters, drafts, applied } = store.getState()
  const emptied = Object.fromEntries(
    filters.map((filter) => {
      const empty: DataMask = findFilterType(filter.filterType)?.dataMask(filter, undefined) ?? {
        extraFormData: {},
        filterState: { value: null },
      }
      return [filter.id, { ...empty, id: filter.id }]
    }),
  )
  const uncrossed = Object.keys(applied).filter(isCrossFilterId).reduce(withoutMask, applied)
  const isWhole = missingRequired(filters, emptied).length === 0
  store.setState({
    drafts: { ...drafts, ...emptied },
    applied: isWhole ? { ...uncrossed, ...emptied } : uncrossed,
  })
}

/** Sets and applies a filter that selects its first value by default. */
export function setFirstValue(store: DashboardStore, filterId: string, mask: DataMask): void {
  store.setState(({ applied, drafts }) => ({
    applied: { ...applied, [filterId]: { ...mask, id: filterId } },
    drafts: { ...drafts, [filterId]: { ...mask, id: filterId } },
  }))
}

export function giveUpFirstValue(store: DashboardStore, filterId: string): void {
  store.setState(({ givenUp }) => (givenUp.includes(filterId) ? {} : { givenUp: [...givenUp, filterId] }))
}

export function crossFilter(store: DashboardStore, chartId: number, mask: DataMask): void {
  store.setState(({ applied, metadata }) =>
    metadata.cross_filters_enabled ? { applied: toggleCrossFilter(applied, chartId, mask) } : {},
  )
}

export function removeCrossFilters(store: DashboardStore, ids: string[]): void {
  store.setState(({ applied }) => ({ applied: ids.reduce(withoutMask, applied) }))
}

/** Clears every filter that applies to a chart, for the button of an empty chart. */
export function clearFiltersOf(store: DashboardStore, chartId: number): void {
  const { applied, drafts, filters: native, boxFilters, reach } = store.getState()
  const filters = [...native, ...boxFilters]
  const next = { ...applied }
  for (const id of Object.keys(applied)) {
    if (!reach[id]?.has(chartId)) continue
    const filter = filters.find((each) => each.id === id)
    if (!filter) delete next[id]
    else next[id] = { extraFormData: {}, filterState: { value: null }, id }
  }
  const cleared = Object.fromEntries(filters.flatMap(({ id }) => (next[id] ? [[id, next[id]]] : [])))
  store.setState({ applied: next, drafts: { ...drafts, ...cleared } })
}

export function openTab(store: DashboardStore, tabsId: string, tabId: string): void {
  store.setState(({ activeTabs }) => ({ activeTabs: { ...activeTabs, [tabsId]: tabId } }))
}

export function setFullSize(store: DashboardStore, chartId: number | undefined): void {
  store.setState({ fullSizeChartId: chartId })
}

export function toggleDescription(store: DashboardStore, chartId: number): void {
  store.setState(({ described }) => ({ described: { ...described, [chartId]: !described[chartId] } }))
}

export function outlineCharts(store: DashboardStore, filterId: string | undefined): void {
  store.setState(({ reach }) => ({ outlined: filterId === undefined ? undefined : reach[filterId] }))
}

/** The ids of the native filters that apply to charts on open tabs, and the ids of all other native filters. */
export function splitBySight(state: ReturnType<DashboardStore['getState']>): {
  inSight: string[]
  outOfSight: string[]
} {
  const inSight: string[] = []
  const outOfSight: string[] = []
  for (const filter of state.filters) {
    ;(isInSight(state.layout, state.activeTabs, filter.scope) ? inSight : outOfSight).push(filter.id)
  }
  return { inSight, outOfSight }
}
