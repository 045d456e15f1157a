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
import { chartsIn, parseLayout } from '../../model/dashboard/layout.ts'
import { AppError } from '../../model/errors/errors.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import { isRecord } from '../../model/wire/json.ts'
import { urlParameters } from '../../model/wire/stateForm.ts'
import type { Subject } from '../access/subject.ts'
import { NotCachedError } from '../chartData/queryAnswer.ts'
import { findDashboardCharts } from '../entities/charts.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'

type OpeningServices = Pick<Services, 'chartData' | 'db'>

interface OpeningWishes {
  /** Filters and URL parameters, in the format of a permalink. */
  state?: Record<string, unknown>
  force?: boolean
  /**
   * Whether only data that are cached for the subject are read: no query runs. 422 if the values of a filter are not
   * cached.
   */
  fromCache?: boolean
  signal?: AbortSignal
}

/** A dashboard with its filters, as a reader sees it when it is opened. */
export interface OpenedDashboard {
  /** Keyed by id. */
  charts: ReadonlyMap<number, Row<'charts'>>
  metadata: DashboardMetadata
  layout: ReturnType<typeof parseLayout>
  /** The form data that the filters add to a chart. */
  filtersOf(chartId: number): ExtraFormData
  /** URL parameters, which templates may read. */
  args: Record<string, string>
  /** The filters in force, as sentences: `Filters: Region: North, South`. */
  notes: string[]
}

/** Maximum size of filter values that are read in the process that serves requests. */
const MOST_OPTION_BYTES = 1024 * 1024
class TooManyValues extends AppError {
  constructor({ name }: NativeFilter) {
    super('GENERIC_BACKEND_ERROR', 422, `The filter ${name} has too many values to be evaluated without a browser.`)
  }
}

/** Opens a dashboard without a browser. Values of its filters are read with the subject's rights. */
export async function openDashboard(
  services: OpeningServices,
  dashboard: Row<'dashboards'>,
  subject: Subject,
  { state = {}, force = false, fromCache = false, signal }: OpeningWishes = {},
): Promise<OpenedDashboard> {
  const charts = new Map((await findDashboardCharts(services.db, dashboard.id)).map((chart) => [chart.id, chart]))
  const metadata = parseMetadata(dashboard.json_metadata)
  const layout = parseLayout(dashboard.position_json, [...charts.keys()])
  const reader = { services, subject, dashboard, force, fromCache, signal }
  const masks = await masksOf(reader, metadata, chartsIn(layout.root), state)
  const reach = filterReach(layout, metadata, [], (id) => charts.get(id)?.datasource_id ?? undefined)
  return {
    charts,
    metadata,
    layout,
    filtersOf: (chartId) => chartExtraFormData(chartId, masks, reach),
    args: parametersOf(state),
    notes: notesOf(metadata, masks, charts),
  }
}

/** The URL parameters, which templates may read. */
function parametersOf({ urlParams }: Record<string, unknown>): Record<string, string> {
  const parsed = urlParameters.safeParse(urlParams)
  return parsed.success ? Object.fromEntries((parsed.data ?? []).map(([name, value]) => [name, value ?? ''])) : {}
}

interface Reader {
  services: OpeningServices
  subject: Subject
  dashboard: Row<'dashboards'>
  force: boolean
  fromCache: boolean
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

/**
 * The data mask with the first value of a filter. undefined if the filter has no values, or they cannot be read: the
 * page shows its charts without the filter in this case too.
 */
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
    const isFinal = error instanceof TooManyValues || error instanceof NotCachedError
    if (!(error instanceof AppError) || isFinal || reader.signal?.aborted) throw error
    return undefined
  }
  const options = found.length > 1 && definition.mergeOptions ? definition.mergeOptions(found, filter) : found[0]
  const value = options && definition.firstValue(options)
  return value === undefined ? undefined : definition.dataMask(filter, value, options)
}

async function optionsOf(
  { services, subject, dashboard, force, fromCache, signal }: Reader,
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
    ...(fromCache && { fromCache: 'all' }),
    ...(signal && { signal }),
  })
  if (!answer) return undefined
  if (answer.body.length > MOST_OPTION_BYTES) throw new TooManyValues(filter)
  const { data: rows, colnames, coltypes } = JSON.parse(answer.body.toString())
  return { status: 'ready', rows, colnames, coltypes }
}

/** The filters in force, as sentences: `Filters: Region: North, South`. */
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
