import { dialects } from '../../engine/dialects/index.ts'
import { type Dataset, type DatasetColumn, type DatasetMetric, GenericType } from '../../model/dataset/dataset.ts'
import { healthMessage } from '../../model/dataset/health.ts'
import { genericTypeOf } from '../../model/query/columnType.ts'
import { FISCAL_GRAIN_NAMES, FISCAL_GRAINS } from '../../model/time/fiscalCalendar.ts'
import { TIME_GRAIN_NAMES, TIME_GRAINS } from '../../model/time/timeGrain.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Db } from '../storage/schema.ts'
import { databaseSwitches } from './databaseSwitches.ts'
import { datasetPermission, findDataset, qualifiedName } from './datasets.ts'
import { findOwners, type Person } from './people.ts'

/** The features of a database product. The tables of the embedded engine are files that were uploaded. */
export function engineInformation(backend: string) {
  const dialect = dialects[backend]
  const isEmbedded = dialect?.gate === 'engine'
  return {
    supports_file_upload: isEmbedded || dialect?.loading !== undefined,
    disable_ssh_tunneling: !isEmbedded && dialect?.connection.port === undefined,
  }
}

interface Certification {
  certification?: { certified_by?: string | null; details?: string | null } | null
  warning_markdown?: string | null
}

/** Certification and warning of a column or metric, from its `extra`. */
function marks(extra: string | null) {
  const { certification, warning_markdown } = parseObject(extra) as Certification
  return {
    is_certified: Boolean(certification),
    certified_by: certification?.certified_by ?? null,
    certification_details: certification?.details ?? null,
    warning_markdown: warning_markdown ?? null,
  }
}

const columnObject = (column: DatasetColumn) => ({
  id: column.id,
  column_name: column.column_name,
  verbose_name: column.verbose_name,
  description: column.description,
  expression: column.expression,
  filterable: column.filterable,
  groupby: column.groupby,
  is_dttm: column.is_dttm,
  type: column.type,
  type_generic: typeOf(column),
  advanced_data_type: column.advanced_data_type,
  python_date_format: column.python_date_format,
  ...marks(column.extra),
})

/** A column that is declared as temporal is temporal, regardless of its database type. */
export const typeOf = (column: Pick<DatasetColumn, 'is_dttm' | 'type'>): GenericType | null =>
  column.is_dttm ? GenericType.temporal : genericTypeOf(column.type)

const metricObject = (metric: DatasetMetric) => ({
  id: metric.id,
  metric_name: metric.metric_name,
  verbose_name: metric.verbose_name,
  description: metric.description,
  expression: metric.expression,
  d3format: metric.d3format,
  currency: metric.currency,
  warning_text: metric.warning_text,
  ...marks(metric.extra),
})

/** The database inside a dataset object. */
const databaseObject = ({ id, name, backend }: Dataset['database'], extra: string | null) => ({
  id,
  name,
  backend,
  configuration_method: 'sqlalchemy_form',
  ...databaseSwitches({ id, backend, extra }),
  // a field of later versions of the contract: sent only if it has a value
  ...(parseObject(extra)['disable_drill_to_detail'] === true && { disable_drill_to_detail: true }),
  parameters: {},
  parameters_schema: {},
  engine_information: engineInformation(backend),
})

/** The time grains of a database in the format of pickers, with our fiscal grains if `hasCalendar`. */
export function grainChoices(backend: string, hasCalendar = false): [string, string][] {
  const known = dialects[backend]?.timeGrains ?? {}
  const own = hasCalendar ? FISCAL_GRAINS.map((grain): [string, string] => [grain, FISCAL_GRAIN_NAMES[grain]]) : []
  const grains = TIME_GRAINS.filter((grain) => Object.hasOwn(known, grain))
  return [...grains.map((grain): [string, string] => [grain, TIME_GRAIN_NAMES[grain]]), ...own]
}

/** A statement that shows a table. */
export function selectStar(dataset: Pick<Dataset, 'catalog' | 'schema' | 'table_name'>, columns = '*'): string {
  const parts = [dataset.catalog, dataset.schema, dataset.table_name].filter((part) => part !== null && part !== '')
  return `SELECT ${columns}\nFROM ${parts.map((part) => quoted(part ?? '')).join('.')}\nLIMIT 100`
}

/** Plain names are not changed; others are quoted. */
export const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

export type DatasetObject = ReturnType<typeof describe>

/** The complete dataset object of the contract; undefined if the dataset does not exist. */
export async function datasetObject(db: Db, id: number): Promise<DatasetObject | undefined> {
  const dataset = await findDataset(db, id)
  if (!dataset) return undefined
  const row = await db
    .selectFrom('datasets')
    .select(['description', 'default_endpoint', 'params', 'filter_select_enabled', 'is_sqllab_view'])
    .select(['normalize_columns', 'always_filter_main_dttm'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const owners = (await findOwners(db, 'dataset_owners', [id])).get(id) ?? []
  return describe(dataset, { ...row, extra: await extraOf(db, dataset.database.id) }, owners)
}

async function extraOf(db: Db, databaseId: number): Promise<string | null> {
  const found = await db.selectFrom('databases').select('extra').where('id', '=', databaseId).executeTakeFirst()
  return found?.extra ?? null
}

/** A query of SQL Lab in the form of a dataset object. */
export async function queryObject(db: Db, dataset: Dataset, id: number, owners: Person[]): Promise<DatasetObject> {
  const rest = { description: null, default_endpoint: null, params: null, filter_select_enabled: true }
  const flags = { is_sqllab_view: false, normalize_columns: false, always_filter_main_dttm: false }
  const extra = await extraOf(db, dataset.database.id)
  const described = describe(dataset, { ...rest, ...flags, extra }, owners)
  return { ...described, id, uid: `${id}__query`, type: 'query', name: dataset.table_name, perm: '', edit_url: '' }
}

interface Rest {
  description: string | null
  default_endpoint: string | null
  params: string | null
  filter_select_enabled: boolean
  is_sqllab_view: boolean
  normalize_columns: boolean
  always_filter_main_dttm: boolean
  /** of the database */
  extra: string | null
}

function describe(dataset: Dataset, row: Rest, owners: Person[]) {
  const names = dataset.columns.map((column) => column.column_name)
  return {
    id: dataset.id,
    uid: `${dataset.id}__table`,
    type: 'table',
    name: qualifiedName(dataset),
    datasource_name: dataset.table_name,
    table_name: dataset.table_name,
    catalog: dataset.catalog,
    schema: dataset.schema,
    sql: dataset.sql,
    description: row.description,
    database: databaseObject(dataset.database, row.extra),
    columns: dataset.columns.map(columnObject),
    metrics: dataset.metrics.map(metricObject),
    owners: owners.map(({ id, first_name, last_name, username }) => ({ id, first_name, last_name, username })),
    column_formats: Object.fromEntries(
      dataset.metrics.flatMap(({ metric_name, d3format }) => (d3format ? [[metric_name, d3format]] : [])),
    ),
    currency_formats: Object.fromEntries(
      dataset.metrics.flatMap(({ metric_name, currency }) => (currency ? [[metric_name, parseObject(currency)]] : [])),
    ),
    verbose_map: verboseMap(dataset.columns, dataset.metrics),
    order_by_choices: names.toSorted().flatMap((name) => [
      [`[${JSON.stringify(name)}, true]`, `${name} [asc]`],
      [`[${JSON.stringify(name)}, false]`, `${name} [desc]`],
    ]),
    filter_select: row.filter_select_enabled,
    filter_select_enabled: row.filter_select_enabled,
    default_endpoint: row.default_endpoint,
    offset: dataset.offset,
    cache_timeout: dataset.cache_timeout,
    params: row.params,
    perm: datasetPermission(dataset.database.name, dataset.table_name, dataset.id),
    edit_url: `/tablemodelview/edit/${dataset.id}`,
    select_star: selectStar(dataset),
    granularity_sqla: dataset.columns
      .filter((column) => column.is_dttm)
      .map(({ column_name, verbose_name }) => [column_name, verbose_name || column_name]),
    time_grain_sqla: grainChoices(dataset.database.backend, dataset.extra?.includes('"calendar"')),
    main_dttm_col: dataset.main_dttm_col,
    fetch_values_predicate: dataset.fetch_values_predicate,
    template_params: dataset.template_params,
    is_sqllab_view: row.is_sqllab_view,
    health_check_message: healthMessage(dataset),
    extra: dataset.extra,
    normalize_columns: row.normalize_columns,
    always_filter_main_dttm: row.always_filter_main_dttm,
  }
}

function verboseMap(
  columns: { column_name: string; verbose_name: string | null }[],
  metrics: { metric_name: string; verbose_name: string | null }[],
): Record<string, string> {
  return Object.fromEntries([
    ['__timestamp', 'Time'],
    ...metrics.map(({ metric_name, verbose_name }) => [metric_name, verbose_name || metric_name]),
    ...columns.map(({ column_name, verbose_name }) => [column_name, verbose_name || column_name]),
  ])
}

const trimmedDatabase = [
  'id',
  'name',
  'backend',
  'allows_subquery',
  'allows_cost_estimate',
  'allows_virtual_table_explore',
  'explore_database_id',
  'disable_data_preview',
  'disable_drill_to_detail',
] as const

/** A dataset for a dashboard page: only the columns and metrics that are used there. */
export function trimmedDataset(dataset: DatasetObject, used: ReadonlySet<string>) {
  const { description: _description, extra: _extra, ...rest } = dataset
  const columns = dataset.columns.filter((column) => used.has(column.column_name))
  const metrics = dataset.metrics.filter((metric) => used.has(metric.metric_name))
  const types = dataset.columns.flatMap(({ type_generic }) => (type_generic === null ? [] : [type_generic]))
  return {
    ...rest,
    database: Object.fromEntries(
      trimmedDatabase.flatMap((key) => (key in dataset.database ? [[key, dataset.database[key]]] : [])),
    ),
    columns,
    metrics,
    column_types: [...new Set(types)].sort((a, b) => a - b),
    verbose_map: verboseMap(columns, metrics),
  }
}

/** The dataset without internal details, for readers who may see the dataset only through a dashboard. */
export const withoutMaking = (dataset: ReturnType<typeof trimmedDataset>) => ({
  ...dataset,
  sql: null,
  select_star: null,
  params: null,
  fetch_values_predicate: null,
  template_params: null,
  columns: dataset.columns.map((column) => ({ ...column, expression: column.expression && '' })),
  metrics: dataset.metrics.map((metric) => ({ ...metric, expression: '' })),
})

/**
 * Keys of form data whose texts need not be loaded as columns or metrics: settings, and time columns that only filter.
 */
const notShown = new Set(['granularity_sqla', 'granularity', 'time_range', 'viz_type', 'datasource', 'label_colors'])

/** Every text in form data (or a query context) that may name a column or a metric. */
export function namesIn(formData: Record<string, unknown>): Set<string> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') names.add(value)
    else if (Array.isArray(value)) for (const item of value) visit(item)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) if (!notShown.has(key)) visit(item)
    }
  }
  visit(formData)
  return names
}
