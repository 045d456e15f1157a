import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChartDatasource, Shows } from '../../../../charts/shared/contract.ts'
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

/** The state of one chart's query. A result stays until a newer one replaces it. */
export interface ChartRun {
  phase: 'idle' | 'loading' | 'done' | 'failed' | 'stopped'
  /** key of the last query */
  key: string
  /** epoch ms of the last request */
  startedAt: number
  result?: ChartData[]
  /** the fields of the chart's form data that filters changed for `result` */
  form?: Record<string, unknown>
  /** epoch ms at which `result` arrived */
  receivedAt?: number
  failure?: ChartFailure
}

export interface DashboardState {
  readonly id: number
  /** by chart id: a line about the data that the chart leaves out, set by the chart's header */
  leftOut?: Readonly<Record<number, { of: ChartData[] | undefined; line: string }>>
  readonly layout: Layout
  readonly charts: ReadonlyMap<number, DashboardChart>
  /** by dataset id; undefined until they are loaded */
  datasources: ReadonlyMap<number, ChartDatasource> | undefined
  metadata: DashboardMetadata
  /** the time of the last save from this page, which is not reloaded after a save */
  savedOn?: string
  filters: NativeFilter[]
  /** the controls of filter boxes */
  boxFilters: NativeFilter[]
  reach: Reach
  applied: DataMasks
  /** the values in the filter bar, which differ from `applied` until the user clicks Apply */
  drafts: DataMasks
  /** filters whose first value could not be loaded: charts no longer wait for them */
  givenUp: readonly string[]
  activeTabs: ActiveTabs
  runs: Readonly<Record<number, ChartRun>>
  /** page, sort order and search of tables with server pagination */
  ownStates: Readonly<Record<number, Record<string, unknown>>>
  /** number of refreshes per chart, so that a refresh runs a query again that has not changed */
  refreshes: Readonly<Record<number, number>>
  fullSizeChartId: number | undefined
  /** charts with a visible description */
  described: Readonly<Record<number, boolean>>
  /** charts to highlight: those in scope of a hovered or focused filter */
  outlined: Pick<ReadonlySet<number>, 'has'> | undefined
  /** seconds; 0 is off */
  refreshFrequency: number
  /** whether the visible charts have been requested, so that filter options may be loaded */
  isAsked: boolean
}

export type DashboardStore = StoreApi<DashboardState>

export interface DashboardStart {
  id: number
  layout: Layout
  charts: ReadonlyMap<number, DashboardChart>
  metadata: DashboardMetadata
  masks: DataMasks
  boxFilters?: NativeFilter[]
  activeTabs: ActiveTabs
  /** results of an earlier visit */
  runs?: DashboardState['runs']
}

/** The charts to which the filters of a state apply. */
export const reachOf = ({
  layout,
  metadata,
  boxFilters,
  charts,
}: Pick<DashboardState, 'layout' | 'metadata' | 'boxFilters' | 'charts'>): Reach =>
  filterReach(layout, metadata, boxFilters, (id) => datasetIdOf(charts.get(id)?.form_data ?? {}))

export function createDashboardStore(start: DashboardStart): DashboardStore {
  const { id, layout, charts, metadata, masks, boxFilters = [], activeTabs, runs = {} } = start
  return createStore<DashboardState>(() => ({
    id,
    layout,
    charts,
    datasources: undefined,
    metadata,
    filters: metadata.native_filter_configuration.filter(isNativeFilter),
    boxFilters,
    reach: reachOf({ layout, metadata, boxFilters, charts }),
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

/** How the content of a chart is presented; as a plot if its type is not supported. */
export const showsOf = ({ type }: DashboardChart): Shows => type?.shows ?? 'plot'

/** Id of the dataset in a chart's saved form data; undefined if there is none. */
export function datasetIdOf(formData: Record<string, unknown>): number | undefined {
  const id = Number.parseInt(String(formData['datasource'] ?? ''), 10)
  return Number.isInteger(id) && id > 0 ? id : undefined
}
