import { list } from '../../../charts/shared/query/buildQueryObject.ts'
import { compareText } from '../../../engine/post/order.ts'
import type { MapFeatures, MapSettings, Spatial } from '../../../engine/shapes/maps.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { columnLabel, metricLabel, uniqueBy } from '../../../model/query/labels.ts'
import type { AdhocFilter, QueryColumn, QueryMetric } from '../../../model/query/queryObject.ts'
import { isRecord } from '../../../model/wire/json.ts'
import type { Form } from './legacyForm.ts'

/** The part of a query that only map charts of the legacy endpoint have. */

interface MapQuery {
  shape: 'layer' | 'points'
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
function mapboxQuery(form: Form): MapQuery {
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
    return { shape: 'points', columns, metrics: undefined, isTimeseries: false, roles, settings }
  }
  if (label !== undefined && label !== 'count' && !names.includes(label)) {
    refuse('Choice of [Label] must be present in [Group By]')
  }
  if (radius !== undefined && !names.includes(radius)) refuse('Choice of [Point Radius] must be present in [Group By]')
  if (!names.includes(x) || !names.includes(y)) {
    refuse('[Longitude] and [Latitude] columns must be present in [Group By]')
  }
  const metrics = label === 'count' ? ['count'] : list<QueryMetric>(form.metric)
  return { shape: 'points', columns: groups, metrics, isTimeseries: false, roles, settings }
}

interface Layer {
  features: MapFeatures
  /** Form keys of its places. */
  places?: readonly string[]
  /** Form key of a column that has the whole geometry. */
  geometry?: 'line_column' | 'geojson'
  /** Its features have a time if a grain or a time column is set. */
  isOverTime?: true
  /** Its features have a radius or height. */
  isSized?: true
  metrics?: (form: Form) => QueryMetric[]
}

const sizeMetrics = ({ point_radius_fixed: size }: Form): QueryMetric[] =>
  isRecord(size) && size.type === 'metric' ? list<QueryMetric>(size.value) : []

const weighted: Layer = { features: 'weights', places: ['spatial'], metrics: (form) => list<QueryMetric>(form.size) }

/** Layers of maps that the legacy endpoint supports. */
const layers: Record<string, Layer> = {
  deck_scatter: { features: 'points', places: ['spatial'], isOverTime: true, isSized: true, metrics: sizeMetrics },
  deck_arc: { features: 'arcs', places: ['start_spatial', 'end_spatial'], isOverTime: true },
  deck_path: { features: 'lines', geometry: 'line_column', isOverTime: true },
  deck_polygon: {
    features: 'areas',
    geometry: 'line_column',
    isOverTime: true,
    isSized: true,
    metrics: (form) => uniqueBy([...list<QueryMetric>(form.metric), ...sizeMetrics(form)], metricLabel),
  },
  deck_geojson: { features: 'objects', geometry: 'geojson' },
  deck_grid: weighted,
  deck_hex: weighted,
  deck_heatmap: weighted,
  deck_screengrid: { ...weighted, features: 'weightsOverTime', isOverTime: true },
}

const layerOf = ({ viz_type: type }: Form): Layer | undefined =>
  typeof type === 'string' && Object.hasOwn(layers, type) ? layers[type] : undefined

const maps: Record<string, (form: Form) => MapQuery> = {
  mapbox: mapboxQuery,
  ...Object.fromEntries(Object.entries(layers).map(([type, layer]) => [type, (form) => layerQuery(form, layer)])),
}

/** Whether the legacy endpoint supports the type as a map. */
export const isMap = (type: string): boolean => Object.hasOwn(maps, type)

/** The query of a map; its type must be one of `isMap`. */
export const mapOf = (form: Form): MapQuery => maps[String(form.viz_type)]?.(form) ?? refuse('Not a map')

/** The columns of a layer's positions, its metrics, and how features are built from them. */
function layerQuery(form: Form, layer: Layer): MapQuery {
  const { features, places = [], geometry, isSized } = layer
  const metrics = layer.metrics?.(form) ?? []
  const [first, second] = places.map((key) => spatialOf(form[key]))
  const own = geometry && textAt(form, geometry)
  const dimension = textAt(form, 'dimension')
  const extra = list<string>(form.js_columns)
  const settings: MapSettings = {
    features,
    ...(places.length > 1 ? { start: first, end: second } : { spatial: first }),
    dimension,
    ...(geometry === 'line_column' && own
      ? { line: { column: own, type: textAt(form, 'line_type') ?? 'json', reversed: Boolean(form.reverse_long_lat) } }
      : {}),
    geojson: geometry === 'geojson' ? own : undefined,
    size: isSized && sizeOf(form.point_radius_fixed),
    extra,
  }
  return {
    shape: 'layer',
    columns: sortedNames([...places.flatMap((key) => placeColumns(form[key])), own, dimension, ...extra]),
    metrics: metrics.length > 0 ? metrics : undefined,
    isTimeseries: layer.isOverTime === true && Boolean(form.time_grain_sqla || form.granularity),
    roles: {},
    settings: { ...settings },
  }
}

/** Rows without a position are excluded, unless the form says otherwise. */
export function placeFilters(form: Form): AdhocFilter[] {
  if (form.filter_nulls === false) return []
  const { places = [], geometry } = layerOf(form) ?? {}
  const line = geometry === 'line_column' ? textAt(form, geometry) : undefined
  return sortedNames([...places.flatMap((key) => placeColumns(form[key])), line]).map((subject) => ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject,
    operator: 'IS NOT NULL',
    comparator: '',
  }))
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
