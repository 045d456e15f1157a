import { type BundleKind, bundleTypes, bundleVersion } from '../../model/bundle/bundle.ts'
import { forOlderRelease, type OlderRelease } from '../../model/bundle/olderRelease.ts'
import type { Subject } from '../access/subject.ts'
import { notFound } from '../entities/owners.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import {
  chartYaml,
  dashboardYaml,
  databaseYaml,
  datasetsOfFilters,
  datasetYaml,
  type UploadNames,
} from './exportFiles.ts'
import { FOLDER_FILE, folderFile } from './folderFile.ts'
import type { BundlePart } from './parts.ts'

/** Contents of the files of a bundle by path, `metadata.yaml` first. `zipBundle` writes them. */
export type ExportFiles = Map<string, unknown>

type ExportServices = Pick<Services, 'db' | 'access' | 'now' | 'keys'>

/** The content of an export: the requested objects and the objects that they need. */
interface Selection {
  databases: Row<'databases'>[]
  datasets: Row<'datasets'>[]
  charts: Row<'charts'>[]
  dashboards: Row<'dashboards'>[]
}

/**
 * The bundle of some objects (for `assets`: all that the user sees) with the objects that they need: the charts of a
 * dashboard, their datasets, and the databases of these. Throws not found for a requested id that the user may not see;
 * hidden dependencies are omitted. `parts`: other kinds of objects, of which the bundle contains all. `release`: the
 * older release that reads the bundle.
 */
export async function exportBundle(
  services: ExportServices,
  subject: Subject,
  kind: BundleKind | 'assets',
  ids: readonly number[],
  { parts = [], release }: { parts?: readonly BundlePart[]; release?: OlderRelease | undefined } = {},
): Promise<ExportFiles> {
  const selection = await select(services, subject, kind, ids)
  const files = await filesOf(services, selection, kind === 'database' || kind === 'assets' ? 'csv' : 'file')
  for (const part of parts) files.push(...(await part.files(subject)))
  // older releases have no folders
  const folders = release === undefined ? await folderFile(services.db, subject, selection) : undefined
  if (folders) files.push([FOLDER_FILE, folders])
  return bundleOf(bundleTypes[kind], files, services.now(), release)
}

/** The files of a bundle. `type`: the name of the main objects in its metadata. */
export function bundleOf(
  type: string,
  values: readonly [path: string, value: unknown][],
  now: number,
  release?: OlderRelease,
): ExportFiles {
  const files = release === undefined ? values : forOlderRelease(values)
  const metadata = { version: bundleVersion, type, timestamp: timestamp(now) }
  return new Map([['metadata.yaml', metadata] as const, ...files])
}

/** `dashboard_export_20240101T000000` */
export const bundleName = (kind: string, now: number) =>
  `${kind}_export_${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`

const timestamp = (now: number) => new Date(now).toISOString().replace('Z', '000+00:00')

async function select(
  { db, access }: ExportServices,
  subject: Subject,
  kind: BundleKind | 'assets',
  ids: readonly number[],
): Promise<Selection> {
  const wanted = [...new Set(ids)]
  const none = sqlIds([])
  const only = (of: BundleKind) => (kind === of ? sqlIds(wanted) : kind === 'assets' ? undefined : none)

  const dashboards = await visible('dashboards', only('dashboard'))
  const linked = kind === 'dashboard' ? await chartsOn(dashboards.map((row) => row.id)) : []
  const charts = await visible('charts', kind === 'dashboard' ? sqlIds(linked) : only('chart'))
  const datasetIds = [...charts.map((row) => row.datasource_id), ...dashboards.flatMap(datasetsOfFilters)]
  const datasets =
    kind === 'database'
      ? await visible('datasets', sqlIds(await datasetsIn(wanted)))
      : await visible('datasets', kind === 'dashboard' || kind === 'chart' ? sqlIds(datasetIds) : only('dataset'))
  const databaseIds = kind === 'database' ? wanted : datasets.map((row) => row.database_id)
  const databases =
    kind === 'assets' || kind === 'database'
      ? await visible('databases', only('database'))
      : await db.selectFrom('databases').selectAll().where('id', 'in', sqlIds(databaseIds)).orderBy('id').execute()

  const main = { dashboard: dashboards, chart: charts, dataset: datasets, database: databases }
  if (kind !== 'assets' && (wanted.length === 0 || main[kind].length < wanted.length)) throw notFound()
  return { databases, datasets, charts, dashboards }

  /** Rows that the user may see: those with these ids, or all. */
  async function visible<Name extends keyof Selection>(name: Name, among: number[] | undefined): Promise<Row<Name>[]> {
    // The four tables each have an id; their union type guarantees no more than that.
    let rows = db
      .selectFrom(name as 'charts')
      .selectAll()
      .where(access.visible[name](subject))
    if (among) rows = rows.where('id', 'in', among)
    return (await rows.orderBy('id').execute()) as unknown as Row<Name>[]
  }

  async function chartsOn(dashboardIds: number[]): Promise<number[]> {
    const rows = await db
      .selectFrom('dashboard_charts')
      .select('chart_id')
      .where('dashboard_id', 'in', sqlIds(dashboardIds))
      .execute()
    return rows.map((row) => row.chart_id)
  }

  async function datasetsIn(databaseIds: number[]): Promise<number[]> {
    const rows = await db.selectFrom('datasets').select('id').where('database_id', 'in', sqlIds(databaseIds)).execute()
    return rows.map((row) => row.id)
  }
}

/** A list for `in (...)`, which may not be empty: no row has id 0. */
const sqlIds = (ids: readonly number[]): number[] => (ids.length === 0 ? [0] : [...ids])

async function filesOf(
  { db, keys }: ExportServices,
  selection: Selection,
  uploadNames: UploadNames,
): Promise<[string, unknown][]> {
  const databases = new Map(selection.databases.map((row) => [row.id, row]))
  const datasetUuids = new Map(selection.datasets.map((row) => [row.id, row.uuid]))
  const files: [string, unknown][] = []
  const names = new Set<string>()
  const put = (path: string, value: unknown) => {
    const name = names.has(path.toLowerCase()) ? `${path}_${names.size}` : path
    names.add(name.toLowerCase())
    files.push([`${name}.yaml`, value])
  }

  for (const row of selection.dashboards) {
    const placed = await db
      .selectFrom('dashboard_charts')
      .select('chart_id')
      .where('dashboard_id', '=', row.id)
      .execute()
    const on = new Set(placed.map(({ chart_id }) => chart_id))
    const charts = selection.charts.filter((chart) => on.has(chart.id))
    put(`dashboards/${fileName(row.dashboard_title ?? '', row.id)}`, dashboardYaml(row, charts, datasetUuids))
  }
  for (const row of selection.charts) {
    const datasetUuid = datasetUuids.get(row.datasource_id)
    if (datasetUuid !== undefined) put(`charts/${fileName(row.slice_name, row.id)}`, chartYaml(row, datasetUuid))
  }
  for (const row of selection.datasets) {
    const database = databases.get(row.database_id)
    if (!database) continue
    const columns = await db
      .selectFrom('dataset_columns')
      .selectAll()
      .where('dataset_id', '=', row.id)
      .orderBy('id')
      .execute()
    const metrics = await db
      .selectFrom('dataset_metrics')
      .selectAll()
      .where('dataset_id', '=', row.id)
      .orderBy('id')
      .execute()
    const folder = safeName(database.database_name) || database.uuid
    put(`datasets/${folder}/${safeName(row.table_name) || row.uuid}`, datasetYaml(row, database.uuid, columns, metrics))
  }
  for (const row of selection.databases)
    put(`databases/${safeName(row.database_name) || row.uuid}`, databaseYaml(row, uploadNames, keys.for('secrets')))
  return files
}

const fileName = (name: string, id: number) => [safeName(name), String(id)].filter((part) => part !== '').join('_')

/** A name reduced to letters, digits, `_`, `-` and `.` for a file name. Imports identify objects by uuid only. */
export function safeName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .split(/[\s/\\]+/)
    .join('_')
    .replaceAll(/[^A-Za-z0-9_.-]/g, '')
    .replaceAll(/^[._]+|[._]+$/g, '')
}
