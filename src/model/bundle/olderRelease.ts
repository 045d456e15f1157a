import { wholeDashboard } from '../dashboard/scope.ts'
import { isRecord } from '../wire/json.ts'

/** Older releases of the contract for which an export can be written. They reject files with unknown fields. */
export const olderReleases = ['2.1'] as const
export type OlderRelease = (typeof olderReleases)[number]

type Json = Record<string, unknown>

const identity = ['uuid', 'version']

const columnFields = [
  'column_name',
  'verbose_name',
  'is_dttm',
  'is_active',
  'type',
  'advanced_data_type',
  'groupby',
  'filterable',
  'expression',
  'description',
  'python_date_format',
  'extra',
]

const metricFields = [
  'metric_name',
  'verbose_name',
  'metric_type',
  'expression',
  'description',
  'd3format',
  'extra',
  'warning_text',
]

/** The metadata keys of release 2.1. It imports other keys as well, but then rejects every save of the dashboard. */
const metadataFields = [
  'chart_configuration',
  'color_namespace',
  'color_scheme',
  'color_scheme_domain',
  'cross_filters_enabled',
  'default_filters',
  'expanded_slices',
  'filter_bar_orientation',
  'filter_scopes',
  'filter_sets_configuration',
  'import_time',
  'label_colors',
  'native_filter_configuration',
  'positions',
  'refresh_frequency',
  'remote_id',
  'shared_label_colors',
  'show_native_filters',
  'stagger_refresh',
  'stagger_time',
  'timed_refresh_immune_slices',
]

const extraFields = [
  'allows_virtual_table_explore',
  'cancel_query_on_windows_unload',
  'cost_estimate_enabled',
  'disable_data_preview',
  'engine_params',
  'metadata_cache_timeout',
  'metadata_params',
  'schemas_allowed_for_csv_upload',
  'schemas_allowed_for_file_upload',
  'version',
]

/** Folder of a bundle -> the fields of its files in release 2.1. Files of other folders are left out. */
const fileFields: Record<string, { fields: string[]; inner?: Record<string, (value: unknown) => unknown> }> = {
  databases: {
    fields: [
      'database_name',
      'sqlalchemy_uri',
      'cache_timeout',
      'expose_in_sqllab',
      'allow_run_async',
      'allow_ctas',
      'allow_cvas',
      'allow_dml',
      'allow_csv_upload',
      'allow_file_upload',
      'extra',
      ...identity,
    ],
    inner: { extra: (value) => only(value, extraFields) },
  },
  datasets: {
    fields: [
      'table_name',
      'main_dttm_col',
      'description',
      'default_endpoint',
      'offset',
      'cache_timeout',
      'schema',
      'sql',
      'params',
      'template_params',
      'filter_select_enabled',
      'fetch_values_predicate',
      'extra',
      'metrics',
      'columns',
      'database_uuid',
      ...identity,
    ],
    inner: {
      metrics: (value) => list(value).map((metric) => only(metric, metricFields)),
      columns: (value) => list(value).map((column) => only(column, columnFields)),
    },
  },
  charts: {
    fields: [
      'slice_name',
      'description',
      'certified_by',
      'certification_details',
      'viz_type',
      'params',
      'query_context',
      'cache_timeout',
      'dataset_uuid',
      ...identity,
    ],
  },
  dashboards: {
    fields: ['dashboard_title', 'description', 'css', 'slug', 'position', 'metadata', ...identity],
    inner: { metadata: olderMetadata },
  },
  queries: { fields: ['schema', 'label', 'description', 'sql', 'database_uuid', ...identity] },
}

/** The files of a bundle as the older release writes them, without the fields that it does not know. */
export function forOlderRelease(files: readonly [path: string, value: unknown][]): [path: string, value: unknown][] {
  return files.flatMap(([path, value]) => {
    const known = fileFields[path.slice(0, path.indexOf('/'))]
    if (!known) return []
    const kept = only(value, known.fields) as Json
    const inner = Object.entries(known.inner ?? {}).flatMap(([key, change]) =>
      key in kept ? [[key, change(kept[key])] as const] : [],
    )
    return [[path, { ...kept, ...Object.fromEntries(inner) }]]
  })
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function only(value: unknown, fields: readonly string[]): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => fields.includes(key))) : value
}

function olderMetadata(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { chart_configuration: charts, global_chart_configuration: all } = value
  const scope = isRecord(all) && isRecord(all['scope']) ? all['scope'] : wholeDashboard
  return only(
    isRecord(charts) ? { ...value, chart_configuration: withOwnScopes(charts, scope) } : value,
    metadataFields,
  )
}

/**
 * Release 2.1 has no scope for all charts: each chart that uses this scope gets a copy, which excludes the chart
 * itself.
 */
function withOwnScopes(charts: Json, scope: Json | typeof wholeDashboard): Json {
  return Object.fromEntries(
    Object.entries(charts).map(([id, chart]) => {
      const filters = isRecord(chart) ? chart['crossFilters'] : undefined
      if (!isRecord(filters) || filters['scope'] !== 'global') return [id, chart]
      const excluded = [...new Set([...list(scope.excluded), Number(id)])]
      return [id, { ...(chart as Json), crossFilters: { ...filters, scope: { ...scope, excluded } } }]
    }),
  )
}
