import { changeTargets, withTargets } from '../dashboard/filterTargets.ts'
import { type Layout, parseLayout } from '../dashboard/layout.ts'
import { chartsInScope, parseScope } from '../dashboard/scope.ts'
import { isRecord } from '../wire/json.ts'
import { metaOf } from './bundle.ts'

/**
 * Ids inside a dashboard's layout and metadata. They belong to the installation that exported the bundle; uuids map
 * them to ids here. An id that the layout does not contain is dropped, and saved `chartsInScope` lists are recomputed.
 */

type Json = Record<string, unknown>

/** Uuids of the charts in a layout, in the order of its entries. */
export function placedUuids(position: Json): string[] {
  const uuids = Object.values(position).flatMap((node) => {
    const uuid = metaOf(node)?.['uuid']
    return typeof uuid === 'string' ? [uuid.toLowerCase()] : []
  })
  return [...new Set(uuids)]
}

/** Old chart id -> new id, for every chart of the layout whose uuid is known. */
function renumbering(position: Json, chartIds: ReadonlyMap<string, number>): Map<number, number> {
  const ids = new Map<number, number>()
  for (const node of Object.values(position)) {
    const meta = metaOf(node)
    const known = typeof meta?.['uuid'] === 'string' ? chartIds.get(meta['uuid'].toLowerCase()) : undefined
    const old = Number(meta?.['chartId'])
    if (known !== undefined && Number.isInteger(old)) ids.set(old, known)
  }
  return ids
}

/**
 * The layout with the `chartId` values of this installation. A chart that does not exist here keeps its place, without
 * id. Targets of "go to" are left out, because their ids differ here.
 */
function renumberPosition(position: Json, chartIds: ReadonlyMap<string, number>): Json {
  return Object.fromEntries(
    Object.entries(position).map(([key, node]) => {
      const meta = metaOf(node)
      if (!meta) return [key, node]
      const { chartId: _, goTo: _pages, ...rest } = meta
      const chartId = typeof meta['uuid'] === 'string' ? chartIds.get(meta['uuid'].toLowerCase()) : undefined
      return [key, { ...(node as Json), meta: chartId === undefined ? rest : { ...rest, chartId } }]
    }),
  )
}

/**
 * A dashboard's layout and metadata from a bundle, converted for this installation: chart ids by uuid wherever they
 * occur, native filter targets by `datasetId`.
 */
export function renumberDashboard(
  dashboard: { position: Json; metadata: Json },
  ids: { charts: ReadonlyMap<string, number>; datasets: ReadonlyMap<string, number> },
): { position: Json; metadata: Json } {
  const renumbered = renumbering(dashboard.position, ids.charts)
  const position = renumberPosition(dashboard.position, ids.charts)
  const layout = parseLayout(position)
  const metadata = renumberMetadata(dashboard.metadata, renumbered, layout, (target) => {
    const { datasetUuid, ...rest } = target
    if (typeof datasetUuid !== 'string') return target
    const datasetId = ids.datasets.get(datasetUuid.toLowerCase())
    return datasetId === undefined ? target : { ...rest, datasetId }
  })
  return { position, metadata }
}

/** Metadata for export: filter targets by `datasetUuid`. A target with a deleted dataset keeps its id. */
export const withDatasetUuids = (metadata: Json, uuids: ReadonlyMap<number, string>): Json =>
  changeTargets(metadata, (target) => {
    const { datasetId, ...rest } = target
    const uuid = uuids.get(Number(datasetId))
    return uuid === undefined ? target : { ...rest, datasetUuid: uuid }
  })

function renumberMetadata(
  metadata: Json,
  ids: ReadonlyMap<number, number>,
  layout: Layout,
  target: (target: Json) => Json,
): Json {
  const list = (value: unknown) =>
    (Array.isArray(value) ? value : []).flatMap((id: unknown) => ids.get(Number(id)) ?? [])
  const keys = (value: Json) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([id, entry]) => {
        const known = ids.get(Number(id))
        return known === undefined ? [] : [[String(known), entry]]
      }),
    )
  const scope = (value: unknown) =>
    isRecord(value) && Array.isArray(value['excluded']) ? { ...value, excluded: list(value['excluded']) } : value

  const scopedFilter = (filter: unknown) => {
    if (!isRecord(filter)) return filter
    const renumbered = { ...filter, ...('scope' in filter ? { scope: scope(filter['scope']) } : {}) }
    if (!('chartsInScope' in filter)) return renumbered
    return { ...renumbered, chartsInScope: chartsInScope(layout, parseScope(scope(filter['scope']))) }
  }
  const changes: Record<string, (value: unknown) => unknown> = {
    expanded_slices: (value) => (isRecord(value) ? keys(value) : value),
    timed_refresh_immune_slices: (value) => (Array.isArray(value) ? list(value) : value),
    filter_scopes: (value) => (isRecord(value) ? mapValues(keys(value), (columns) => immune(columns, list)) : value),
    default_filters: (value) => inJsonText(value, keys),
    native_filter_configuration: (value) =>
      Array.isArray(value) ? value.map((filter: unknown) => withTargets(scopedFilter(filter), target)) : value,
    global_chart_configuration: scopedFilter,
    chart_configuration: (value) => (isRecord(value) ? crossFilters(keys(value), scope, layout) : value),
  }
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, changes[key] ? changes[key](value) : value]),
  )
}

const mapValues = (value: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, change(entry, key)]))

/** `filter_scopes`: `{chart: {column: {scope, immune: [charts]}}}` */
function immune(columns: unknown, list: (ids: unknown) => number[]): unknown {
  if (!isRecord(columns)) return columns
  return mapValues(columns, (entry) =>
    isRecord(entry) && Array.isArray(entry['immune']) ? { ...entry, immune: list(entry['immune']) } : entry,
  )
}

/** `chart_configuration`: `{chart: {id, crossFilters: {scope, chartsInScope}}}`; a chart does not filter itself. */
function crossFilters(charts: Json, scope: (value: unknown) => unknown, layout: Layout): Json {
  return mapValues(charts, (entry, id) => {
    if (!isRecord(entry)) return entry
    const renumbered = 'id' in entry ? { ...entry, id: Number(id) } : entry
    const filters = entry['crossFilters']
    if (!isRecord(filters)) return renumbered
    const own = scope(filters['scope'])
    const reached = chartsInScope(layout, parseScope(own)).filter((chart) => chart !== Number(id))
    return {
      ...renumbered,
      crossFilters: {
        ...filters,
        ...('scope' in filters ? { scope: own } : {}),
        ...('chartsInScope' in filters ? { chartsInScope: reached } : {}),
      },
    }
  })
}

function inJsonText(value: unknown, change: (value: Json) => Json): unknown {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isRecord(parsed) ? JSON.stringify(change(parsed)) : value
  } catch {
    return value
  }
}

/** Old chart id -> new id, of the charts in the layouts of a bundle. */
export const renumberedCharts = (positions: readonly Json[], chartIds: ReadonlyMap<string, number>) =>
  new Map(positions.flatMap((position) => [...renumbering(position, chartIds)]))

/** Form data keys that list other charts. */
const chartLists = ['line_charts', 'line_charts_2', 'deck_slices', 'selected_chart']

/**
 * Form data or a query object with its references to other charts mapped to this installation: charts that it draws,
 * and sources of annotation layers. Ids that are not in `charts` are kept.
 */
function renumberReferences(form: Json, charts: ReadonlyMap<number, number>): Json {
  const known = (id: unknown) => charts.get(Number(id)) ?? id
  const lists = chartLists.flatMap((key) => {
    const saved = form[key]
    return Array.isArray(saved) ? [[key, saved.map(known)] as const] : []
  })
  const layers = form['annotation_layers']
  if (!Array.isArray(layers)) return { ...form, ...Object.fromEntries(lists) }
  const isOfChart = (layer: unknown): layer is Json =>
    isRecord(layer) && !['', 'NATIVE', undefined, null].includes(layer['sourceType'] as string)
  const annotation_layers = layers.map((layer: unknown) =>
    isOfChart(layer) ? { ...layer, value: known(layer['value']) } : layer,
  )
  return { ...form, ...Object.fromEntries(lists), annotation_layers }
}

/** The ids of a chart in this installation. */
interface ChartIds {
  datasetId: number
  chartId?: number
  /** of the charts that it refers to */
  others?: ReadonlyMap<number, number>
}

/**
 * A chart's saved query context for this installation: the ids of the dataset and of other charts in all places that
 * refer to them. Undefined if the text is invalid, which means "none saved".
 */
export function renumberQueryContext(text: string, ids: ChartIds): string | undefined {
  try {
    const context: unknown = JSON.parse(text)
    if (!isRecord(context)) return undefined
    const { form_data: form, queries } = context
    const others = ids.others ?? new Map()
    return JSON.stringify({
      ...context,
      datasource: { id: ids.datasetId, type: 'table' },
      ...(isRecord(form) && { form_data: renumberFormData(form, ids) }),
      ...(Array.isArray(queries) && {
        queries: queries.map((query: unknown) => (isRecord(query) ? renumberReferences(query, others) : query)),
      }),
    })
  } catch {
    return undefined
  }
}

/** Form data with `datasource` (and `slice_id`, if present) and other charts of this installation. */
export function renumberFormData(form: Json, { datasetId, chartId, others = new Map() }: ChartIds): Json {
  const slice = 'slice_id' in form && chartId !== undefined ? { slice_id: chartId } : {}
  return { ...renumberReferences(form, others), ...slice, datasource: `${datasetId}__table` }
}
