import { findFilterType } from '../../../../filters/index.ts'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { chartExtraFormData, type DataMasks, initialMasks } from '../../../../model/dashboard/dashboardState.ts'
import type { DashboardUrl } from '../../../../model/dashboard/dashboardUrl.ts'
import { firstCharts } from '../../../../model/dashboard/firstCharts.ts'
import {
  chartNode,
  chartsIn,
  defaultActiveTabs,
  openCharts,
  openTabs,
  openTabsAround,
  parseLayout,
} from '../../../../model/dashboard/layout.ts'
import { isRecord } from '../../../../model/wire/json.ts'
import { parseRison } from '../../../../model/wire/rison.ts'
import { hasFlag } from '../../../api/bootstrap.ts'
import { type DashboardChart, type DashboardItem, streamDashboardData } from '../../../api/dashboardView.ts'
import { ApiError } from '../../../api/failure.ts'
import { loadFilterState } from '../../../api/filterState.ts'
import { type DashboardPermalinkState, loadDashboardPermalink } from '../../../api/permalinks.ts'
import { preloadChart } from '../../../chart/components.ts'
import { isPhone } from '../../../ui/useIsPhone.ts'
import type { boxFilters as filtersOfBoxes } from '../filterBox/boxFilters.ts'
import { createChartLoader } from './chartLoader.ts'
import { dashboardColors } from './dashboardColors.ts'
import { type ChartFailure, createDashboardStore, type DashboardStore } from './dashboardStore.ts'
import { lastPictures } from './lastPictures.ts'
import type { Session } from './session.ts'

/** Height of the navigation and of the header of the dashboard, above its charts. */
const HEADERS_PX = 100

/** The state restored by an address: that of a permalink, or stored or specified filters. */
export interface Restored extends DashboardPermalinkState {
  dataMask?: DataMasks | null
  /** whether the permalink is unknown */
  isLost?: boolean
  /** loaded only for dashboards with filter boxes */
  boxFilters?: typeof filtersOfBoxes
}

/** Loads the state that the address refers to. An expired key restores nothing. */
export async function loadRestored(
  dashboard: () => Promise<DashboardItem>,
  url: DashboardUrl,
  signal: AbortSignal,
): Promise<Restored> {
  if (url.permalinkKey) {
    try {
      return await loadDashboardPermalink(url.permalinkKey, signal)
    } catch (error) {
      if (signal.aborted) throw error
      return { isLost: true }
    }
  }
  if (url.nativeFiltersKey)
    return { dataMask: await loadFilterState((await dashboard()).id, url.nativeFiltersKey, signal) }
  if (url.nativeFilters) return { dataMask: readRison(url.nativeFilters) }
  if (!hasFlag('DASHBOARD_NATIVE_FILTERS_SET')) return {}
  const { openFilterSet } = await import('../filterSets/openFilterSet.ts')
  const [, named] = url.kept.find(([name]) => name === 'filter_set') ?? []
  return { dataMask: await openFilterSet(await dashboard(), named, signal) }
}

function readRison(text: string): DataMasks | undefined {
  try {
    const value = parseRison(text)
    return isRecord(value) ? (value as DataMasks) : undefined
  } catch {
    return undefined
  }
}

/**
 * Creates a session from the server's responses. Before the charts are known it only has the layout: tiles and filters
 * with their names, without requests.
 */
export function openSession(
  item: DashboardItem,
  charts: DashboardChart[] | undefined,
  restored: Restored,
  url: DashboardUrl,
  updateUrl: Session['updateUrl'],
): Session {
  const metadata = parseMetadata(item.json_metadata)
  const byId = new Map(charts?.map((chart) => [chart.id, chart]))
  const layout = parseLayout(item.position_json, [...byId.keys()])
  const anchor = restored.anchor ?? url.anchor
  const focused = url.focusedChart === undefined ? undefined : chartNode(layout, url.focusedChart)?.id
  let activeTabs = openTabs(layout, defaultActiveTabs(layout), restored.activeTabs ?? [])
  for (const id of [anchor, focused]) if (id) activeTabs = openTabsAround(layout, activeTabs, id)
  const masks = initialMasks(
    metadata,
    chartsIn(layout.root),
    restored.dataMask ?? undefined,
    (filter, value) =>
      findFilterType(filter.filterType)?.dataMask(filter, value) ?? { extraFormData: {}, filterState: { value } },
  )
  const boxFilters = restored.boxFilters?.(layout, byId, metadata, url.kept) ?? []
  for (const { id, defaultDataMask } of boxFilters) masks[id] = restored.dataMask?.[id] ?? defaultDataMask
  // the drawing code loads at the same time as the data
  for (const id of openCharts(layout, activeTabs)) {
    const { type, form_data } = byId.get(id) ?? {}
    if (type && form_data) preloadChart(type, form_data)
    if (type?.drawsCharts) void import('../../../chart/SourceCharts.tsx').catch(() => undefined)
  }
  const store = createDashboardStore({
    id: item.id,
    layout,
    charts: byId,
    metadata,
    masks,
    boxFilters,
    activeTabs,
    runs: lastPictures(item.id, byId),
  })
  if (!charts) store.setState(({ filters }) => ({ isAsked: false, givenUp: filters.map(({ id }) => id) }))
  const loader = createChartLoader(store, {
    send: (request, signal) => streamDashboardData(item.id, request, signal),
    now: Date.now,
    failureOf: asFailure,
    pause: (ms) => new Promise((done) => setTimeout(done, ms)),
    forceFirst: url.force,
  })
  const openedWith = { ...url, anchor }
  // otherwise the first charts are unknown: with an anchor, the page does not start at its top, and on a phone, tiles
  // have other heights
  if (charts && !anchor && !focused && !isPhone()) {
    const expected = firstCharts(layout, activeTabs, innerHeight - HEADERS_PX)
    loader.expect(expected)
    preloadSources(store, expected)
  }
  return { item, isFrame: !charts, store, loader, openedWith, colors: dashboardColors(store), updateUrl }
}

/** Charts that draw the data of other charts request it while the rest of the page is drawn. */
function preloadSources(store: DashboardStore, chartIds: readonly number[]): void {
  const { charts, applied, reach, runs } = store.getState()
  for (const id of chartIds) {
    const { type, form_data } = charts.get(id) ?? {}
    // a chart that waits for a filter is not requested yet
    if (!type?.drawsCharts || !form_data || runs[id]?.phase !== 'loading') continue
    void import('../../../chart/SourceCharts.tsx')
      .then(({ loadSources }) => loadSources(type, form_data, { ...chartExtraFormData(id, applied, reach) }))
      // an error is shown when the chart is drawn
      .catch(() => undefined)
  }
}

function asFailure(error: unknown): ChartFailure {
  if (error instanceof ApiError) {
    return { status: error.status, message: error.message, error_type: error.code, extra: error.extra }
  }
  return { status: 0, message: 'Network error.' }
}
