import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChartDatasource } from '../../../../charts/shared/defineChart.ts'
import type { DashboardMetadata, NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { type DataMasks, filterReach, isNativeFilter, type Reach } from '../../../../model/dashboard/dashboardState.ts'
import { type ActiveTabs, type Layout, openCharts } from '../../../../model/dashboard/layout.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'

export interface ChartFailure {
  status: number
  message: string
  error_type?: string
  extra?: unknown
}

/** The life of one chart's query. A result stays until a newer one replaces it, whatever happens in between. */
export interface ChartRun {
  phase: 'idle' | 'loading' | 'done' | 'failed' | 'stopped'
  /** what it was asked with last */
  key: string
  /** epoch ms of the last question */
  startedAt: number
  result?: ChartData[]
  /** epoch ms at which `result` came in */
  receivedAt?: number
  failure?: ChartFailure
}

export interface DashboardState {
  readonly id: number
  readonly layout: Layout
  readonly charts: ReadonlyMap<number, DashboardChart>
  /** by dataset id; undefined until they have come */
  datasources: ReadonlyMap<number, ChartDatasource> | undefined
  metadata: DashboardMetadata
  /** when it was saved from this page, which does not open it anew for that */
  savedOn?: string
  filters: NativeFilter[]
  reach: Reach
  /** masks that charts are queried with */
  applied: DataMasks
  /** what the filter bar shows; differs from `applied` until Apply */
  drafts: DataMasks
  /** filters whose first value cannot be had: charts do not wait for them any longer */
  givenUp: readonly string[]
  activeTabs: ActiveTabs
  runs: Readonly<Record<number, ChartRun>>
  /** page, sort and search of tables that page on the server */
  ownStates: Readonly<Record<number, Record<string, unknown>>>
  /** counts refreshes per chart, so that a refresh asks again with the same filters */
  refreshes: Readonly<Record<number, number>>
  fullSizeChartId: number | undefined
  /** charts whose description is shown */
  described: Readonly<Record<number, boolean>>
  /** charts to outline: those a hovered or focused filter reaches */
  outlined: ReadonlySet<number> | undefined
  /** seconds; 0 is off */
  refreshFrequency: number
  /** charts in sight have been asked for, or there are none, so that option lists may use the line now */
  isAsked: boolean
}

export type DashboardStore = StoreApi<DashboardState>

export interface DashboardStart {
  id: number
  layout: Layout
  charts: ReadonlyMap<number, DashboardChart>
  metadata: DashboardMetadata
  masks: DataMasks
  activeTabs: ActiveTabs
  /** pictures of an earlier visit */
  runs?: DashboardState['runs']
}

export function createDashboardStore(start: DashboardStart): DashboardStore {
  const { id, layout, charts, metadata, masks, activeTabs, runs = {} } = start
  return createStore<DashboardState>(() => ({
    id,
    layout,
    charts,
    datasources: undefined,
    metadata,
    filters: metadata.native_filter_configuration.filter(isNativeFilter),
    reach: filterReach(layout, metadata),
    applied: masks,
    drafts: masks,
    givenUp: [],
    activeTabs,
    runs,
    ownStates: {},
    refreshes: {},
    fullSizeChartId: undefined,
    described: metadata.expanded_slices as Record<number, boolean>,
    outlined: undefined,
    refreshFrequency: metadata.refresh_frequency,
    isAsked: !openCharts(layout, activeTabs).some((chartId) => charts.has(chartId)),
  }))
}

/** Id of the dataset that a chart's saved form data name; undefined where they name none. */
export function datasetIdOf(formData: Record<string, unknown>): number | undefined {
  const id = Number.parseInt(String(formData['datasource'] ?? ''), 10)
  return Number.isInteger(id) && id > 0 ? id : undefined
}
