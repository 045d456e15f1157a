import { createHash } from 'node:crypto'
import { shownBy } from '../../charts/index.ts'
import type { ChartMode } from '../../charts/shared/theme.ts'
import { findFilterType } from '../../filters/index.ts'
import type { FilterOptions } from '../../filters/shared/defineFilter.ts'
import { targetParts } from '../../filters/shared/targetParts.ts'
import { type DashboardMetadata, type NativeFilter, parseMetadata } from '../../model/dashboard/dashboardMetadata.ts'
import {
  awaitedFilters,
  chartExtraFormData,
  type DataMasks,
  filterReach,
  initialMasks,
  isCrossFilterId,
  isNativeFilter,
  isUnset,
  maskLabel,
  parentExtraFormData,
} from '../../model/dashboard/dashboardState.ts'
import type { DataMask, ExtraFormData } from '../../model/dashboard/dataMask.ts'
import {
  COLUMNS,
  chartsIn,
  defaultActiveTabs,
  openTabs,
  openTabsAround,
  parseLayout,
} from '../../model/dashboard/layout.ts'
import { AppError } from '../../model/errors/errors.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import { isRecord } from '../../model/wire/json.ts'
import { urlParameters } from '../../model/wire/stateForm.ts'
import type { Subject } from '../access/subject.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import { findDashboardCharts } from '../entities/charts.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { chartPicture } from './chartPicture.ts'
import { CARD_HEAD, type Placed, placeDashboard } from './dashboardLayout.ts'
import type { DashboardOrder, Edge, Tile } from './protocol.ts'

type PictureServices = Pick<Services, 'cache' | 'can' | 'chartData' | 'db' | 'now' | 'pictures'>

export interface DashboardWishes {
  format?: 'png' | 'pdf'
  mode?: ChartMode
  /** px in which the dashboard is laid out. */
  width?: number
  zoom?: number
  /** Filters and tabs, as a permalink has them. */
  state?: Record<string, unknown>
  force?: boolean
  signal?: AbortSignal
}

const WIDTH = 1200
const CACHE_MS = 3_600_000
/** Charts of one user that are computed at the same time. */
const AT_A_TIME = 4
/** More rows of a filter's values are not read in the process that serves requests. */
const MOST_OPTION_BYTES = 1024 * 1024
/** As in the page: rows extend to the edges of their tile. */
const edges: Record<'rows' | 'other', Edge> = {
  rows: { top: 0, bottom: 0, side: 0 },
  other: { top: 0, bottom: 8, side: 12 },
}

class TooManyValues extends AppError {
  constructor({ name }: NativeFilter) {
    super('GENERIC_BACKEND_ERROR', 422, `The filter ${name} has too many values for a picture of the dashboard.`)
  }
}

const slots = createUserSlots(AT_A_TIME)

/**
 * The open tabs of a dashboard as a picture. Each chart is computed from data that are read with the subject's rights; a
 * chart that fails says why. The caller has checked that the subject may read the dashboard.
 */
export async function dashboardPicture(
  services: PictureServices,
  dashboard: Row<'dashboards'>,
  subject: Subject,
  wishes: DashboardWishes = {},
): Promise<Buffer> {
  const { format = 'png', mode = 'light', width = WIDTH, zoom = 1.5, state = {}, force = false, signal } = wishes
  const charts = new Map((await findDashboardCharts(services.db, dashboard.id)).map((chart) => [chart.id, chart]))
  const metadata = parseMetadata(dashboard.json_metadata)
  const layout = parseLayout(dashboard.position_json, [...charts.keys()])
  const bands = placeDashboard(layout.root, activeTabs(layout, state), COLUMNS, width)
  const masks = await masksOf({ services, subject, dashboard, force, signal }, metadata, chartsIn(layout.root), state)
  const reach = filterReach(layout, metadata, [], (id) => charts.get(id)?.datasource_id ?? undefined)
  const args = parametersOf(state)
  const tiles = new Map<number, Tile>()

  async function drawTile(part: Placed & { kind: 'chart' }): Promise<void> {
    const chart = charts.get(part.chartId)
    if (!chart) return
    const title = chart.slice_name
    try {
      const svg = await slots.run(subject.user?.id, signal, () =>
        chartPicture(services, chart, subject, {
          // without the border of the tile
          size: { width: part.width - 2, height: Math.max(1, part.height - CARD_HEAD - 1) },
          edge: edges[shownBy(chart.viz_type) === 'rows' ? 'rows' : 'other'],
          mode,
          format: 'svg',
          force,
          args,
          dashboard: {
            id: dashboard.id,
            extraFormData: { ...chartExtraFormData(chart.id, masks, reach) },
            labelColors: { ...metadata.sharedColors, ...metadata.labelColors },
            colorScheme: metadata.color_scheme,
          },
          ...(signal && { signal }),
        }),
      )
      tiles.set(chart.id, { title, svg })
    } catch (error) {
      if (!(error instanceof AppError) || signal?.aborted) throw error
      tiles.set(chart.id, { title, message: error.message })
    }
  }

  const placed = bands.flatMap(({ parts }) => parts.filter((part) => part.kind === 'chart'))
  await Promise.all(placed.map(drawTile))
  const order: DashboardOrder = {
    title: dashboard.dashboard_title ?? '[ untitled dashboard ]',
    notes: notesOf(metadata, masks, charts),
    mode,
    width,
    bands,
  }
  const key = keyOf(order, tiles, `${format} ${zoom}`)
  const { answer } = await services.cache.wrap(
    key,
    { ttlMs: CACHE_MS, force, ...(signal && { signal }) },
    async (stop) => ({
      body: await services.pictures.draw({ kind: 'dashboard', order, tiles, format, zoom }, stop),
      rowcount: 0,
      computedOn: services.now(),
    }),
  )
  return answer.body
}

/** The charts of a dashboard, and what its filters add to each of them when this reader opens it. */
export async function openingFilters(
  services: PictureServices,
  dashboard: Row<'dashboards'>,
  subject: Subject,
  signal: AbortSignal,
): Promise<{ charts: Row<'charts'>[]; filtersOf: (chartId: number) => ExtraFormData }> {
  const charts = new Map((await findDashboardCharts(services.db, dashboard.id)).map((chart) => [chart.id, chart]))
  const metadata = parseMetadata(dashboard.json_metadata)
  const layout = parseLayout(dashboard.position_json, [...charts.keys()])
  const masks = await masksOf(
    { services, subject, dashboard, force: false, signal },
    metadata,
    chartsIn(layout.root),
    {},
  )
  const reach = filterReach(layout, metadata, [], (id) => charts.get(id)?.datasource_id ?? undefined)
  return { charts: [...charts.values()], filtersOf: (chartId) => chartExtraFormData(chartId, masks, reach) }
}

/** All that is shown: two readers share a picture only if they read the same. */
function keyOf(order: DashboardOrder, tiles: ReadonlyMap<number, Tile>, kind: string): string {
  const hash = createHash('sha256').update(`${kind}\n${JSON.stringify(order)}`)
  for (const [id, { title, svg, message }] of [...tiles].toSorted(([one], [other]) => one - other)) {
    // ids differ between drawings of the same chart
    const drawn =
      svg &&
      Buffer.from(svg)
        .toString()
        .replaceAll(/picture\d+-/g, '')
    hash.update(`\n${id} ${JSON.stringify([title, message])}`).update(drawn ?? '')
  }
  return `dashboard picture ${hash.digest('hex')}`
}

/** The parameters of the address, which templates may read. */
function parametersOf({ urlParams }: Record<string, unknown>): Record<string, string> {
  const parsed = urlParameters.safeParse(urlParams)
  return parsed.success ? Object.fromEntries((parsed.data ?? []).map(([name, value]) => [name, value ?? ''])) : {}
}

function activeTabs(layout: ReturnType<typeof parseLayout>, { activeTabs: wanted, anchor }: Record<string, unknown>) {
  const ids = (Array.isArray(wanted) ? wanted : []).filter((id) => typeof id === 'string')
  const active = openTabs(layout, defaultActiveTabs(layout), ids)
  return typeof anchor === 'string' ? openTabsAround(layout, active, anchor) : active
}

interface Reader {
  services: PictureServices
  subject: Subject
  dashboard: Row<'dashboards'>
  force: boolean
  signal: AbortSignal | undefined
}

/** The filters of the dashboard: those of the state, else their defaults, else their first value. */
async function masksOf(
  reader: Reader,
  metadata: DashboardMetadata,
  chartIds: number[],
  { dataMask }: Record<string, unknown>,
): Promise<DataMasks> {
  const restored = isRecord(dataMask) ? (dataMask as DataMasks) : undefined
  const masks = initialMasks(
    metadata,
    chartIds,
    restored,
    (filter, value) =>
      findFilterType(filter.filterType)?.dataMask(filter, value) ?? { extraFormData: {}, filterState: { value } },
  )
  const filters = metadata.native_filter_configuration.filter(isNativeFilter)
  // the values of a filter may depend on those of another, which comes first
  for (const id of awaitedFilters(filters, masks)) {
    const filter = filters.find((each) => each.id === id)
    const mask = filter && (await firstMask(reader, filter, masks, filters))
    if (mask) masks[id] = mask
  }
  return masks
}

/** undefined: it has no values, or they cannot be read; the page shows its charts without it as well. */
async function firstMask(
  reader: Reader,
  filter: NativeFilter,
  masks: DataMasks,
  filters: readonly NativeFilter[],
): Promise<DataMask | undefined> {
  const definition = findFilterType(filter.filterType)
  if (!definition?.firstValue) return undefined
  const found: FilterOptions[] = []
  try {
    for (const part of targetParts(filter, definition)) {
      const options = await optionsOf(reader, part, parentExtraFormData(part, masks, filters))
      if (options) found.push(options)
    }
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof TooManyValues || reader.signal?.aborted) throw error
    return undefined
  }
  const options = found.length > 1 && definition.mergeOptions ? definition.mergeOptions(found, filter) : found[0]
  const value = options && definition.firstValue(options)
  return value === undefined ? undefined : definition.dataMask(filter, value, options)
}

async function optionsOf(
  { services, subject, dashboard, force, signal }: Reader,
  filter: NativeFilter,
  parents: ExtraFormData,
): Promise<FilterOptions | undefined> {
  const query = findFilterType(filter.filterType)?.optionsQuery({ filter, parents })
  const form_data = { ...query?.form_data, dashboardId: dashboard.id, native_filter_id: filter.id }
  const parsed = query && parseQueryContext({ ...query, form_data, force })
  if (!parsed?.ok) return undefined
  const [answer] = await services.chartData.answer(parsed.value, subject, {
    encoding: 'rows',
    data: { dashboardId: dashboard.id, nativeFilterId: filter.id },
    ...(signal && { signal }),
  })
  if (!answer) return undefined
  if (answer.body.length > MOST_OPTION_BYTES) throw new TooManyValues(filter)
  const { data: rows, colnames, coltypes } = JSON.parse(answer.body.toString())
  return { status: 'ready', rows, colnames, coltypes }
}

/** The filters in force, as sentences of a picture: `Region: North, South`. */
function notesOf(metadata: DashboardMetadata, masks: DataMasks, charts: ReadonlyMap<number, Row<'charts'>>): string[] {
  const native = metadata.native_filter_configuration
    .filter(isNativeFilter)
    .flatMap(({ id, name }) => (isUnset(masks[id]) ? [] : [`${name}: ${maskLabel(masks[id])}`]))
  const cross = Object.keys(masks)
    .filter((id) => isCrossFilterId(id) && !isUnset(masks[id]))
    .map((id) => `${charts.get(Number(id))?.slice_name ?? ''}: ${maskLabel(masks[id])}`)
  const all = [...native, ...cross]
  return all.length === 0 ? [] : [`Filters: ${all.join(' · ')}`]
}
