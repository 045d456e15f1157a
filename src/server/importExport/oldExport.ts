import {
  bundleTypes,
  bundleVersion,
  chartFile,
  columnFile,
  dashboardFile,
  databaseFile,
  datasetFile,
  metaOf,
  metricFile,
} from '../../model/bundle/bundle.ts'
import { changeTargets } from '../../model/dashboard/filterTargets.ts'
import { openPosition } from '../../model/dashboardEdit/dashboardEdit.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { derivedUuid } from './derivedUuid.ts'

/**
 * Exports in one file, as releases before the bundles wrote them: dashboards with their charts and datasets as JSON,
 * datasets of databases as YAML. They have no uuids, so these are derived from names: importing such a file again finds
 * the objects of the first import.
 */

type Json = Record<string, unknown>

/**
 * The files of the bundle that has the same content; undefined if the value is not an old export. Datasets name their
 * database (`database_name`) if the file does not describe it.
 */
export function oldExportFiles(value: unknown): Map<string, unknown> | undefined {
  const content = unmarked(value)
  if (isRecord(content) && Array.isArray(content['dashboards'])) return filesOfDashboards(content)
  if (isRecord(content) && Array.isArray(content['databases'])) return filesOfDatabases(records(content['databases']))
  const tables = records(content)
  return tables.length > 0 && tables.every(({ table_name }) => typeof table_name === 'string')
    ? filesOfDatabases([{ tables }])
    : undefined
}

/** The kind of a value was written as its only key: `{"__Slice__": {...}}`, `{"__datetime__": "..."}`. */
function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked)
  if (!isRecord(value)) return value
  const [only, ...more] = Object.entries(value)
  if (only && more.length === 0 && /^__\w+__$/.test(only[0])) return unmarked(only[1])
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unmarked(inner)]))
}

const records = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const objectOf = (value: unknown): Json =>
  typeof value === 'string' ? parseObject(value) : isRecord(value) ? value : {}

const knownFields = (shape: object, value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(shape, key)))

interface OldDataset {
  uuid: string
  /** In the installation that wrote the file. */
  id: unknown
  database: string | undefined
  schema: string | undefined
  table: string
  file: Json
}

const datasetUuid = (database: string | undefined, schema: string | undefined, table: string) =>
  derivedUuid('dataset', database, schema, table)

function readDataset(from: Json, ofDatabase?: string): OldDataset {
  const { remote_id: id, database_name: named, import_time: _, ...params } = objectOf(from['params'])
  const database = ofDatabase ?? textOf(named) ?? textOf(from['database_name'])
  const [schema, table] = [textOf(from['schema']), textOf(from['table_name']) ?? '']
  const uuid = textOf(from['uuid']) ?? datasetUuid(database, schema, table)
  const file = {
    ...knownFields(datasetFile.shape, from),
    params: Object.keys(params).length === 0 ? null : params,
    columns: records(from['columns']).map((column) => knownFields(columnFile.shape, column)),
    metrics: records(from['metrics']).map((metric) => knownFields(metricFile.shape, metric)),
    uuid,
    version: bundleVersion,
    ...(database === undefined ? {} : { database_name: database }),
  }
  return { uuid, id, database, schema, table, file }
}

function filesOfDatabases(databases: readonly Json[]): Map<string, unknown> {
  const files = new Map<string, unknown>([['metadata.yaml', metadata('dataset')]])
  for (const database of databases) {
    const name = textOf(database['database_name'])
    const uuid = textOf(database['uuid']) ?? derivedUuid('database', name)
    if (name !== undefined && textOf(database['sqlalchemy_uri']) !== undefined) {
      const file = { ...knownFields(databaseFile.shape, database), uuid, version: bundleVersion }
      files.set(`databases/${name}.yaml`, file)
    }
    for (const table of records(database['tables'])) addDataset(files, readDataset(table, name))
  }
  return files
}

const addDataset = (files: Map<string, unknown>, { database, schema, table, file }: OldDataset) =>
  files.set(`datasets/${[database, schema, table].filter((part) => part !== undefined).join('/')}.yaml`, file)

const metadata = (kind: 'dashboard' | 'dataset') => ({ version: bundleVersion, type: bundleTypes[kind] })

interface OldChart {
  uuid: string
  /** In the installation that wrote the file. */
  id: number
  name: string
}

function filesOfDashboards(content: Json): Map<string, unknown> {
  const files = new Map<string, unknown>([['metadata.yaml', metadata('dashboard')]])
  const datasets = records(content['datasources']).map((dataset) => readDataset(dataset))
  for (const dataset of datasets) addDataset(files, dataset)
  for (const dashboard of records(content['dashboards'])) {
    const charts = records(dashboard['slices']).map((slice, index) => {
      const chart = readChart(slice, index, datasets)
      files.set(`charts/${chart.name}_${chart.id}.yaml`, chart.file)
      return chart
    })
    const title = textOf(dashboard['dashboard_title']) ?? ''
    const settings = objectOf(dashboard['json_metadata'])
    const uuid = textOf(dashboard['uuid']) ?? derivedUuid('dashboard', title, Number(settings['remote_id']))
    files.set(`dashboards/${title}_${uuid.slice(0, 8)}.yaml`, {
      ...knownFields(dashboardFile.shape, dashboard),
      dashboard_title: title,
      position: positionOf(dashboard['position_json'], charts, uuid),
      metadata: withDatasets(settings, datasets),
      uuid,
      version: bundleVersion,
    })
  }
  return files
}

function readChart(from: Json, index: number, datasets: readonly OldDataset[]): OldChart & { file: Json } {
  const { remote_id, datasource_name, schema, database_name, import_time: _, ...params } = objectOf(from['params'])
  const [database, table] = [textOf(database_name), textOf(datasource_name) ?? textOf(from['datasource_name']) ?? '']
  const isSame = (dataset: OldDataset) =>
    (dataset.table === table || `${dataset.schema}.${dataset.table}` === table) &&
    (database === undefined || dataset.database === undefined || dataset.database === database) &&
    (textOf(schema) === undefined || dataset.schema === textOf(schema))
  const id = [remote_id, from['id'], from['slice_id']].map(Number).find((each) => Number.isInteger(each)) ?? -index - 1
  const name = textOf(from['slice_name']) ?? ''
  const uuid = textOf(from['uuid']) ?? derivedUuid('chart', name, id)
  const dataset = datasets.find(isSame)?.uuid ?? datasetUuid(database, textOf(schema), table)
  const file = {
    ...knownFields(chartFile.shape, from),
    params,
    dataset_uuid: dataset,
    uuid,
    version: bundleVersion,
  }
  return { uuid, id, name, file }
}

/**
 * The layout with the uuids of its charts. Charts without a place get places at the end. Layouts older than rows and
 * columns are not kept: all their charts get such places, in the old order.
 */
function positionOf(stored: unknown, charts: readonly OldChart[], seed: string): Json {
  const written: unknown = typeof stored === 'string' ? parsed(stored) : stored
  const isCurrent = isRecord(written) && 'DASHBOARD_VERSION_KEY' in written
  let made = 0
  const newId = (type: string) => `${type}-${derivedUuid(seed, made++).slice(0, 13)}`
  const position = openPosition(isCurrent ? JSON.stringify(written) : null, inOldOrder(charts, written), newId)
  const byId = new Map(charts.map((chart) => [chart.id, chart]))
  return Object.fromEntries(
    Object.entries(position).map(([key, node]) => {
      const meta = metaOf(node)
      const chart = byId.get(Number(meta?.['chartId']))
      if (!meta || !chart) return [key, node]
      return [key, { ...(node as object), meta: { sliceName: chart.name, ...meta, uuid: chart.uuid } }]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Ids of the charts by position. The earliest layouts are lists with a row and a column for each chart. */
function inOldOrder(charts: readonly OldChart[], layout: unknown): number[] {
  const places = new Map(records(layout).map((place) => [Number(place['slice_id']), place]))
  const at = (id: number, axis: 'row' | 'col') => Number(places.get(id)?.[axis] ?? Number.MAX_SAFE_INTEGER)
  return charts.map(({ id }) => id).sort((a, b) => at(a, 'row') - at(b, 'row') || at(a, 'col') - at(b, 'col') || 0)
}

/** The targets of native filters name their dataset by uuid, as in bundles. */
function withDatasets(settings: Json, datasets: readonly OldDataset[]): Json {
  const uuids = new Map(datasets.flatMap(({ id, uuid }) => (id === undefined ? [] : [[Number(id), uuid] as const])))
  return changeTargets(settings, (target) => {
    const { datasetId, ...rest } = target
    const uuid = uuids.get(Number(datasetId))
    return uuid === undefined ? target : { ...rest, datasetUuid: uuid }
  })
}
