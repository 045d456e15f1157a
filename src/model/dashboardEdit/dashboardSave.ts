import { metaOf } from '../bundle/bundle.ts'
import { isRecord } from '../wire/json.ts'

/** The effects of saving `json_metadata` on the rest of a dashboard. Pure: the caller has validated the metadata. */

type Json = Record<string, unknown>

export interface SavedMetadata {
  json_metadata: string
  /** Set if the metadata contained `positions`. */
  position_json?: string
  /** Charts of the layout, if it was sent: they become the charts of the dashboard. */
  chartIds?: number[]
  css?: string
  dashboard_title?: string
}

/** Keys that are always set, from the request or to these defaults. */
const defaults: Json = {
  expanded_slices: {},
  refresh_frequency: 0,
  color_scheme: '',
  label_colors: {},
  shared_label_colors: {},
  color_scheme_domain: [],
  cross_filters_enabled: true,
}

/** Metadata without the keys that a request always sets: what "Save as" takes from the original dashboard. */
export const withoutDefaults = (metadata: Json): Json =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => !(key in defaults)))

/** Ids of the charts that a layout places, each once. */
export function placedChartIds(positions: Json): number[] {
  const ids = Object.values(positions).flatMap((node) => {
    const id = metaOf(node)?.['chartId']
    return typeof id === 'number' && Number.isInteger(id) ? [id] : []
  })
  return [...new Set(ids)]
}

/**
 * The request's metadata as it is stored: it replaces the old one. With `positions`, the layout becomes `position_json`
 * (compact, sorted keys, each chart with its uuid), and references to other charts are dropped.
 */
export function saveMetadata(request: Json, uuids: ReadonlyMap<number, string>): SavedMetadata {
  const { positions, css, dashboard_title, ...sent } = request
  const metadata: Json = { ...sent }
  const saved: SavedMetadata = { json_metadata: '' }
  const layout = isRecord(positions) ? withUuids(positions, uuids) : undefined
  if (layout) {
    saved.chartIds = placedChartIds(layout).filter((id) => uuids.has(id))
    saved.position_json = compactSorted(layout)
    metadata['default_filters'] = onlyCharts(sent['default_filters'], saved.chartIds)
  }
  const scopes = layout ? scopesOf(sent['filter_scopes'], saved.chartIds ?? []) : {}
  if (Object.keys(scopes).length > 0) metadata['filter_scopes'] = scopes
  else delete metadata['filter_scopes']
  for (const [key, value] of Object.entries(defaults)) metadata[key] = sent[key] ?? value
  if (!('timed_refresh_immune_slices' in metadata)) metadata['timed_refresh_immune_slices'] = []
  if (metadata['color_namespace'] == null) delete metadata['color_namespace']
  if (typeof css === 'string') saved.css = css
  if (typeof dashboard_title === 'string') saved.dashboard_title = dashboard_title
  saved.json_metadata = JSON.stringify(metadata)
  return saved
}

function withUuids(positions: Json, uuids: ReadonlyMap<number, string>): Json {
  return Object.fromEntries(
    Object.entries(positions).map(([key, node]) => {
      const meta = metaOf(node)
      const uuid = meta && uuids.get(Number(meta['chartId']))
      return [key, uuid ? { ...(node as Json), meta: { ...meta, uuid } } : node]
    }),
  )
}

/** `default_filters` is JSON text inside the JSON: `{chart: {column: values}}`. */
function onlyCharts(text: unknown, chartIds: number[]): string {
  if (typeof text !== 'string') return '{}'
  try {
    const filters: unknown = JSON.parse(text)
    if (!isRecord(filters)) return '{}'
    return JSON.stringify(Object.fromEntries(Object.entries(filters).filter(([id]) => chartIds.includes(Number(id)))))
  } catch {
    return '{}'
  }
}

function scopesOf(scopes: unknown, chartIds: number[]): Json {
  if (!isRecord(scopes)) return {}
  return Object.fromEntries(
    Object.entries(scopes).filter(([id, columns]) => chartIds.includes(Number(id)) && isRecord(columns)),
  )
}

/** Compact JSON with sorted keys in every object. */
export function compactSorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) : part,
  )
}
