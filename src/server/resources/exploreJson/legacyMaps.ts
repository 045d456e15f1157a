import { list } from '../../../charts/shared/query/buildQueryObject.ts'
import { compareText } from '../../../engine/post/order.ts'
import type { MapSettings, Spatial } from '../../../engine/shapes/maps.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { columnLabel, metricLabel, uniqueBy } from '../../../model/query/labels.ts'
import type { AdhocFilter, QueryColumn, QueryMetric } from '../../../model/query/queryObject.ts'
import { isRecord } from '../../../model/wire/json.ts'
import type { Form } from './legacyForm.ts'

/** The part of a query that only map charts of the legacy endpoint have. */

interface MapQuery {
  /** Sorted by name, without duplicates. */
  columns: QueryColumn[]
  /** undefined: rows, not groups. */
  metrics: QueryMetric[] | undefined
  isTimeseries: boolean
  roles: Record<string, string | undefined>
  settings: Record<string, unknown>
}

const refuse = (message: string): never => {
  throw new AppError('GENERIC_COMMAND_ERROR', 400, message)
}
const textAt = (form: Form, key: string) => (typeof form[key] === 'string' && form[key] !== '' ? form[key] : undefined)

/** Points from two columns; each point is a row or a group. */
export function mapboxQuery(form: Form): MapQuery {
  const [x, y] = [textAt(form, 'all_columns_x'), textAt(form, 'all_columns_y')]
  if (!x || !y) return refuse('[Longitude] and [Latitude] must be set')
  const label = list<string>(form.mapbox_label)[0]
  const radius = textAt(form, 'point_radius') === 'Auto' ? undefined : textAt(form, 'point_radius')
  const groups = list<QueryColumn>(form.groupby)
  const names = groups.map(columnLabel)
  const settings = {
    mapboxApiKey: '',
    mapStyle: form.mapbox_style ?? null,
    aggregatorName: form.pandas_aggfunc ?? null,
    clusteringRadius: form.clustering_radius ?? null,
    pointRadiusUnit: form.point_radius_unit ?? null,
    globalOpacity: form.global_opacity ?? null,
    renderWhileDragging: form.render_while_dragging ?? null,
    tooltip: form.rich_tooltip ?? null,
    color: form.mapbox_color ?? null,
  }
  const roles = { x, y, label, radius }
  if (groups.length === 0) {
    if (label === 'count') refuse("Must have a [Group By] column to have 'count' as the [Label]")
    const columns = sortedNames([x, y, label, radius])
    return { columns, metrics: undefined, isTimeseries: false, roles, settings }
  }
  if (label !== undefined && label !== 'count' && !names.includes(label)) {
    refuse('Choice of [Label] must be present in [Group By]')
  }
  if (radius !== undefined && !names.includes(radius)) refuse('Choice of [Point Radius] must be present in [Group By]')
  if (!names.includes(x) || !names.includes(y)) {
    refuse('[Longitude] and [Latitude] columns must be present in [Group By]')
  }
  const metrics = label === 'count' ? ['count'] : list<QueryMetric>(form.metric)
  return { columns: groups, metrics, isTimeseries: false, roles, settings }
}

/** Layers whose features have a time if a grain or a time column is set. */
const OVER_TIME = new Set(['deck_scatter', 'deck_screengrid', 'deck_path', 'deck_polygon', 'deck_arc'])
const LINES = new Set(['deck_path', 'deck_polygon'])

export const isDeckLayer = (type: string) =>
  /^deck_(scatter|arc|path|polygon|geojson|grid|hex|screengrid|heatmap)$/.test(type)

/** The columns of a layer's positions, its metrics, and how features are built from them. */
export function deckQuery(form: Form): MapQuery {
  const kind = String(form.viz_type)
  const size = kind === 'deck_scatter' || kind === 'deck_polygon' ? sizeOf(form.point_radius_fixed) : undefined
  const metrics = metricsOf(form, kind)
  const places = kind === 'deck_arc' ? ['start_spatial', 'end_spatial'] : hasPlace(kind) ? ['spatial'] : []
  const [first, second] = places.map((key) => spatialOf(form[key]))
  const own = [
    LINES.has(kind) ? textAt(form, 'line_column') : undefined,
    kind === 'deck_geojson' ? textAt(form, 'geojson') : undefined,
  ]
  const dimension = textAt(form, 'dimension')
  const extra = list<string>(form.js_columns)
  const settings: MapSettings = {
    kind,
    ...(kind === 'deck_arc' ? { start: first, end: second } : { spatial: first }),
    dimension,
    ...(own[0]
      ? {
          line: { column: own[0], type: textAt(form, 'line_type') ?? 'json', reversed: Boolean(form.reverse_long_lat) },
        }
      : {}),
    geojson: own[1],
    size,
    extra,
  }
  return {
    columns: sortedNames([...places.flatMap((key) => placeColumns(form[key])), ...own, dimension, ...extra]),
    metrics: metrics.length > 0 ? metrics : undefined,
    isTimeseries: OVER_TIME.has(kind) && Boolean(form.time_grain_sqla || form.granularity),
    roles: {},
    settings: { ...settings },
  }
}

/** Rows without a position are excluded, unless the form says otherwise. */
export function placeFilters(form: Form): AdhocFilter[] {
  const kind = String(form.viz_type)
  if (form.filter_nulls === false) return []
  const keys = kind === 'deck_arc' ? ['start_spatial', 'end_spatial'] : hasPlace(kind) ? ['spatial'] : []
  const line = LINES.has(kind) ? textAt(form, 'line_column') : undefined
  return sortedNames([...keys.flatMap((key) => placeColumns(form[key])), line]).map((subject) => ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject,
    operator: 'IS NOT NULL',
    comparator: '',
  }))
}

const hasPlace = (kind: string) => !LINES.has(kind) && kind !== 'deck_geojson'

function metricsOf(form: Form, kind: string): QueryMetric[] {
  if (kind === 'deck_geojson' || kind === 'deck_arc' || kind === 'deck_path') return []
  const sized = isRecord(form.point_radius_fixed) && form.point_radius_fixed.type === 'metric'
  const own = sized ? list<QueryMetric>((form.point_radius_fixed as Form).value) : []
  if (kind === 'deck_scatter') return own
  if (kind === 'deck_polygon') return uniqueBy([...list<QueryMetric>(form.metric), ...own], metricLabel)
  return list<QueryMetric>(form.size)
}

function sizeOf(value: unknown): MapSettings['size'] {
  if (!isRecord(value)) return {}
  if (value.type !== 'metric') return { fixed: value.value }
  const [metric] = list<QueryMetric>(value.value)
  return metric === undefined ? {} : { metric: metricLabel(metric) }
}

const spatialOf = (value: unknown): Spatial => (isRecord(value) ? value : refuse('Bad spatial key'))

function placeColumns(value: unknown): (string | undefined)[] {
  const { type, lonCol, latCol, lonlatCol, geohashCol } = spatialOf(value)
  return type === 'latlong' ? [lonCol, latCol] : type === 'delimited' ? [lonlatCol] : [geohashCol]
}

const isName = (name: string | undefined): name is string => typeof name === 'string' && name !== ''

const sortedNames = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter(isName))].sort(compareText)
