import { bundleVersion, metaOf } from '../../model/bundle/bundle.ts'
import { withDatasetUuids } from '../../model/bundle/bundleIds.ts'
import { filterTargets } from '../../model/dashboard/filterTargets.ts'
import { maskedUri } from '../../model/database/connectionUri.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { secretsOf } from '../databases/connections.ts'
import { exportedTunnel, storedTunnel } from '../databases/sshTunnels.ts'
import type { Row } from '../storage/schema.ts'

/** The content of the YAML file of each kind of object. Fields are in the order of the contract's exports. */

type Json = Record<string, unknown>

const objectOrNull = (text: string | null): Json | null => (text === null ? null : parseObject(text))

/** Fields that older releases reject. They are written only if the value is not the usual one. */
const unless = (value: unknown, usual: unknown, fields: Json): Json => (value === usual ? {} : fields)

/** In exports of databases and of everything, the upload permission has its old name. */
export type UploadNames = 'file' | 'csv'

export function databaseYaml(row: Row<'databases'>, uploadNames: UploadNames, key: Buffer): Json {
  const secrets = secretsOf(row, key)
  const tunnel = storedTunnel(secrets)
  const { sqlalchemy_uri: address, extra: extraThere, ...others } = parseObject(row.extra_fields)
  const { schemas_allowed_for_file_upload: schemas, ...extra } = {
    ...(isRecord(extraThere) ? extraThere : {}),
    ...parseObject(row.extra),
  }
  const allowed = schemas === undefined ? {} : { [`schemas_allowed_for_${uploadNames}_upload`]: schemas }
  return {
    database_name: row.database_name,
    sqlalchemy_uri: address ?? maskedUri(row.sqlalchemy_uri, 'password' in secrets),
    cache_timeout: row.cache_timeout,
    expose_in_sqllab: row.expose_in_sqllab,
    allow_run_async: row.allow_run_async,
    allow_ctas: row.allow_ctas,
    allow_cvas: row.allow_cvas,
    allow_dml: row.allow_dml,
    [`allow_${uploadNames}_upload`]: row.allow_file_upload,
    extra: { ...extra, ...allowed },
    ...unless(row.impersonate_user, false, { impersonate_user: row.impersonate_user }),
    ...(tunnel ? { ssh_tunnel: exportedTunnel(tunnel) } : {}),
    ...others,
    uuid: row.uuid,
    version: bundleVersion,
  }
}

export function datasetYaml(
  row: Row<'datasets'>,
  databaseUuid: string,
  columns: Row<'dataset_columns'>[],
  metrics: Row<'dataset_metrics'>[],
): Json {
  return {
    table_name: row.table_name,
    main_dttm_col: row.main_dttm_col,
    description: row.description,
    default_endpoint: row.default_endpoint,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    ...unless(row.catalog, null, { catalog: row.catalog }),
    schema: row.schema,
    sql: row.sql,
    params: objectOrNull(row.params),
    template_params: objectOrNull(row.template_params),
    filter_select_enabled: row.filter_select_enabled,
    fetch_values_predicate: row.fetch_values_predicate,
    extra: objectOrNull(row.extra),
    ...unless(row.normalize_columns, false, { normalize_columns: true }),
    ...unless(row.always_filter_main_dttm, false, { always_filter_main_dttm: true }),
    ...parseObject(row.extra_fields),
    uuid: row.uuid,
    metrics: metrics.map(metricYaml),
    columns: columns.map(columnYaml),
    version: bundleVersion,
    database_uuid: databaseUuid,
  }
}

const metricYaml = (row: Row<'dataset_metrics'>): Json => ({
  metric_name: row.metric_name,
  verbose_name: row.verbose_name,
  metric_type: row.metric_type,
  expression: row.expression,
  description: row.description,
  d3format: row.d3format,
  ...unless(row.currency, null, { currency: row.currency }),
  extra: objectOrNull(row.extra),
  warning_text: row.warning_text,
  ...parseObject(row.extra_fields),
})

const columnYaml = (row: Row<'dataset_columns'>): Json => ({
  column_name: row.column_name,
  verbose_name: row.verbose_name,
  is_dttm: row.is_dttm,
  is_active: row.is_active,
  type: row.type,
  advanced_data_type: row.advanced_data_type,
  groupby: row.groupby,
  filterable: row.filterable,
  expression: row.expression,
  description: row.description,
  python_date_format: row.python_date_format,
  extra: objectOrNull(row.extra),
  ...parseObject(row.extra_fields),
})

export const chartYaml = (row: Row<'charts'>, datasetUuid: string): Json => ({
  slice_name: row.slice_name,
  description: row.description,
  certified_by: row.certified_by,
  certification_details: row.certification_details,
  viz_type: row.viz_type,
  params: parseObject(row.params),
  query_context: row.query_context,
  cache_timeout: row.cache_timeout,
  ...parseObject(row.extra_fields),
  uuid: row.uuid,
  version: bundleVersion,
  dataset_uuid: datasetUuid,
})

/**
 * `charts`: the dashboard's charts that the user may see. Components of other charts are exported as they are stored.
 */
export function dashboardYaml(
  row: Row<'dashboards'>,
  charts: Pick<Row<'charts'>, 'id' | 'uuid' | 'slice_name'>[],
  datasetUuids: ReadonlyMap<number, string>,
): Json {
  const position = row.position_json === null ? emptyLayout(row.dashboard_title ?? '') : parseObject(row.position_json)
  return {
    dashboard_title: row.dashboard_title,
    description: row.description,
    css: row.css,
    slug: row.slug,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    published: row.published,
    ...parseObject(row.extra_fields),
    uuid: row.uuid,
    position: withCharts(position, charts),
    ...(row.json_metadata === null ? {} : { metadata: withDatasetUuids(parseObject(row.json_metadata), datasetUuids) }),
    version: bundleVersion,
  }
}

/** Datasets of the native filters of a dashboard. */
export const datasetsOfFilters = (row: Row<'dashboards'>) =>
  filterTargets(parseObject(row.json_metadata)).map(({ datasetId }) => datasetId)

const emptyLayout = (title: string): Json => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { children: ['GRID_ID'], id: 'ROOT_ID', type: 'ROOT' },
  GRID_ID: { children: [], id: 'GRID_ID', parents: ['ROOT_ID'], type: 'GRID' },
  HEADER_ID: { id: 'HEADER_ID', meta: { text: title }, type: 'HEADER' },
})

const unplacedWidth = 4
const unplacedHeight = 50

/** The layout with the uuid of each of these charts. Charts without a place are added in one row at the end. */
function withCharts(position: Json, charts: Pick<Row<'charts'>, 'id' | 'uuid' | 'slice_name'>[]): Json {
  const byId = new Map(charts.map((chart) => [chart.id, chart]))
  const placed = new Set<number>()
  const layout: Json = Object.fromEntries(
    Object.entries(position).map(([key, node]) => {
      const meta = metaOf(node)
      const chart = byId.get(Number(meta?.['chartId']))
      if (!chart) return [key, node]
      placed.add(chart.id)
      return [key, { ...(node as Json), meta: { ...meta, uuid: chart.uuid } }]
    }),
  )
  const unplaced = charts.filter((chart) => !placed.has(chart.id))
  const grid = layout['GRID_ID'] as { children?: unknown[] } | undefined
  if (unplaced.length === 0 || !grid) return layout
  const rowId = `ROW-${unplaced[0]?.uuid.slice(0, 8)}`
  const parents = ['ROOT_ID', 'GRID_ID']
  const nodes = unplaced.map(({ id, uuid, slice_name }) => ({
    children: [],
    id: `CHART-${uuid.slice(0, 8)}`,
    meta: { chartId: id, height: unplacedHeight, sliceName: slice_name, uuid, width: unplacedWidth },
    parents: [...parents, rowId],
    type: 'CHART',
  }))
  return {
    ...layout,
    GRID_ID: { ...grid, children: [...(grid.children ?? []), rowId] },
    [rowId]: {
      children: nodes.map((node) => node.id),
      id: rowId,
      meta: { '0': 'ROOT_ID', background: 'BACKGROUND_TRANSPARENT' },
      parents,
      type: 'ROW',
    },
    ...Object.fromEntries(nodes.map((node) => [node.id, node])),
  }
}
