import { z } from 'zod'
import { SshTunnelForm } from '../database/sshTunnelForm.ts'
import { type FieldErrors, parseFields, short, text } from '../wire/fields.ts'

/**
 * The files of an export bundle: one YAML file per object, linked by uuids. Reading is tolerant, because bundles come
 * from many releases: unknown fields of a file are stored as `extra` and written again by an export.
 */

export const bundleVersion = '1.0.0'

/** Folder of a bundle -> kind of object. */
export const bundleFolders = {
  databases: 'database',
  datasets: 'dataset',
  charts: 'chart',
  dashboards: 'dashboard',
} as const
export type BundleKind = (typeof bundleFolders)[keyof typeof bundleFolders]

/** The name of the main kind of a bundle in `metadata.yaml`. */
export const bundleTypes: Record<BundleKind | 'assets', string> = {
  dashboard: 'Dashboard',
  chart: 'Slice',
  dataset: 'SqlaTable',
  database: 'Database',
  assets: 'assets',
}

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i, 'Not a valid UUID.')
  .transform((value) => value.toLowerCase())
/** A mapping; older exports wrote some of them as JSON text. */
const json = z.preprocess(
  (value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value),
  z.record(z.string(), z.unknown()),
)
const flag = z.boolean().nullish()
const maybeText = z.string().nullish()
const maybeInt = z.int().nullish()

const managed = { is_managed_externally: flag, external_url: maybeText }
const certified = { certified_by: maybeText, certification_details: maybeText }
const exported = { uuid, version: z.unknown().optional() }
/** The fields that link a file to others, whatever its kind. */
export const fileUuid = { ...exported, database_uuid: uuid.nullish() }

export const databaseFile = z.object({
  database_name: text(1, 250),
  sqlalchemy_uri: text(1, 1024),
  password: maybeText,
  cache_timeout: maybeInt,
  expose_in_sqllab: flag,
  allow_run_async: flag,
  allow_ctas: flag,
  allow_cvas: flag,
  allow_dml: flag,
  allow_csv_upload: flag,
  allow_file_upload: flag,
  impersonate_user: flag,
  configuration_method: maybeText,
  extra: json.nullish(),
  ssh_tunnel: SshTunnelForm.nullish(),
  ...managed,
  ...exported,
})

export const columnFile = z.object({
  column_name: text(1, 255),
  verbose_name: maybeText,
  is_dttm: flag,
  is_active: flag,
  type: maybeText,
  advanced_data_type: maybeText,
  groupby: flag,
  filterable: flag,
  expression: maybeText,
  description: maybeText,
  python_date_format: maybeText,
  extra: json.nullish(),
})

export const metricFile = z.object({
  metric_name: text(1, 255),
  expression: z.string(),
  verbose_name: maybeText,
  metric_type: maybeText,
  description: maybeText,
  d3format: maybeText,
  currency: z.unknown().optional(),
  extra: json.nullish(),
  warning_text: maybeText,
})

export const datasetFile = z.object({
  table_name: text(1, 250),
  database_uuid: uuid,
  catalog: maybeText,
  schema: maybeText,
  sql: maybeText,
  main_dttm_col: maybeText,
  description: maybeText,
  default_endpoint: maybeText,
  offset: maybeInt,
  cache_timeout: maybeInt,
  params: json.nullish(),
  template_params: json.nullish(),
  filter_select_enabled: flag,
  fetch_values_predicate: maybeText,
  extra: json.nullish(),
  normalize_columns: flag,
  always_filter_main_dttm: flag,
  columns: z.array(columnFile.loose()).nullish(),
  metrics: z.array(metricFile.loose()).nullish(),
  ...managed,
  ...exported,
})

export const chartFile = z.object({
  slice_name: text(1, 250),
  viz_type: text(1, 250),
  dataset_uuid: uuid,
  params: json.nullish(),
  query_context: maybeText,
  description: maybeText,
  cache_timeout: maybeInt,
  ...certified,
  ...managed,
  ...exported,
})

export const dashboardFile = z.object({
  dashboard_title: text(0, 500),
  description: maybeText,
  css: maybeText,
  slug: text(0, 255).nullish(),
  published: flag,
  position: short(json).nullish(),
  metadata: json.nullish(),
  ...certified,
  ...managed,
  ...exported,
})

type FileSchemas = {
  database: typeof databaseFile
  dataset: typeof datasetFile
  chart: typeof chartFile
  dashboard: typeof dashboardFile
}
const schemas: FileSchemas = {
  database: databaseFile,
  dataset: datasetFile,
  chart: chartFile,
  dashboard: dashboardFile,
}

export type BundleConfig<Kind extends BundleKind> = z.infer<FileSchemas[Kind]>

/** One object of a bundle: the fields that this release knows, and its unknown fields. */
export interface BundleEntry<Kind extends BundleKind> {
  path: string
  config: BundleConfig<Kind>
  extra: Record<string, unknown>
}

export interface Bundle {
  databases: BundleEntry<'database'>[]
  datasets: BundleEntry<'dataset'>[]
  charts: BundleEntry<'chart'>[]
  dashboards: BundleEntry<'dashboard'>[]
}

/** Errors by file: a text, or a field map. */
export type BundleErrors = Record<string, string | Record<string, string | FieldErrors[string]>>

/** These keys are never stored with the unknown fields: they would be secrets in plain text. */
const secretFields = new Set(['ssh_tunnel', 'encrypted_extra', 'masked_encrypted_extra', 'server_cert'])

/** The fields of a file that `shape` does not contain, without secrets. */
export function splitKnown(shape: Record<string, unknown>, value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !Object.hasOwn(shape, key) && !secretFields.has(key)),
  )
}

/**
 * Reads the parsed files of a bundle (path -> value) and removes duplicate uuids, so that each object appears once.
 * Folders below `charts/` and file names have no meaning. Files of unknown folders are ignored. `pause`: awaited before
 * each file, because thousands of files take long.
 */
export async function readBundle(
  files: ReadonlyMap<string, unknown>,
  pause: () => Promise<void>,
): Promise<{ bundle: Bundle; errors: BundleErrors }> {
  const errors: BundleErrors = {}
  const entriesOf = async <Kind extends BundleKind>(kind: Kind): Promise<BundleEntry<Kind>[]> => {
    const schema: z.ZodObject = schemas[kind]
    const entries: BundleEntry<Kind>[] = []
    for (const [path, value] of files) {
      if (bundleFolders[path.slice(0, path.indexOf('/')) as keyof typeof bundleFolders] !== kind) continue
      await pause()
      const parsed = parseFields(schema, value)
      if (!parsed.ok) {
        errors[path] = parsed.fields
        continue
      }
      const extra = splitKnown(schema.shape, value as Record<string, unknown>)
      // The schema was chosen by the same key as the type.
      entries.push({ path, config: parsed.value as BundleConfig<Kind>, extra })
    }
    return entries
  }
  const dashboards = await entriesOf('dashboard')
  const names = chartNames(dashboards)
  const bundle: Bundle = {
    databases: firstOfEach(await entriesOf('database')),
    datasets: firstOfEach(await entriesOf('dataset')),
    charts: firstOfEach(preferPlaced(await entriesOf('chart'), names)),
    dashboards: firstOfEach(dashboards),
  }
  return { bundle, errors }
}

function firstOfEach<Entry extends { path: string; config: { uuid: string } }>(entries: Entry[]): Entry[] {
  const first = new Map<string, Entry>()
  for (const entry of entries) if (!first.has(entry.config.uuid)) first.set(entry.config.uuid, entry)
  return [...first.values()]
}

/**
 * If several files have the same chart uuid, the one whose name is in the layout is used, because that is what the
 * author of the dashboard saw; else the first by path. The files are sorted, so this does not depend on their order in
 * the archive.
 */
function preferPlaced(entries: BundleEntry<'chart'>[], names: Map<string, string>): BundleEntry<'chart'>[] {
  const isPlaced = (entry: BundleEntry<'chart'>) => names.get(entry.config.uuid) === entry.config.slice_name
  return [...entries.filter(isPlaced), ...entries.filter((entry) => !isPlaced(entry))]
}

/** Chart names in the layouts, by chart uuid. */
function chartNames(dashboards: BundleEntry<'dashboard'>[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { config } of dashboards) {
    for (const node of Object.values(config.position ?? {})) {
      const meta = metaOf(node)
      if (typeof meta?.uuid === 'string' && typeof meta.sliceName === 'string')
        names.set(meta.uuid.toLowerCase(), meta.sliceName)
    }
  }
  return names
}

/** The `meta` of a chart in a layout; undefined for other components. */
export function metaOf(node: unknown): Record<string, unknown> | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const { type, meta } = node as { type?: unknown; meta?: unknown }
  return type === 'CHART' && typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    return undefined
  }
}
