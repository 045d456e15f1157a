import { parseObject } from '../../model/wire/json.ts'
import { visible } from '../access/access.ts'
import { has, type Subject, seesSchema } from '../access/subject.ts'
import type { Config } from '../config.ts'
import { findChart } from '../entities/charts.ts'
import { findDataset } from '../entities/datasets.ts'
import type { Services } from '../services.ts'
import type { Db } from '../storage/schema.ts'
import type { AnnotationReader, StoredAnnotation } from './annotations.ts'
import { contextOfFormData, savedContext } from './chartContext.ts'
import type { ChartDataDependencies } from './dependencies.ts'
import { checkGuestQuery } from './guestQueries.ts'
import type { TablePlace } from './partitions.ts'
import type { RuledTable } from './rowRules.ts'
import { type ChartDataService, createChartDataService } from './service.ts'
import { createViewZone } from './viewZone.ts'

/** Row limit of a chart without a limit, and of samples. */
const ROW_LIMIT = 50_000
const SAMPLES_ROW_LIMIT = 1000

type Parts = Pick<Services, 'access' | 'cache' | 'db' | 'engine' | 'now' | 'connections' | 'gate' | 'newFile'> &
  Pick<ChartDataDependencies, 'queryDataset'>

/** Datasets on tables. Virtual datasets have their own rules, and the rules of the tables that they read. */
export function readRuledTables(db: Db, databaseId: number, ids: readonly number[]): Promise<RuledTable[]> {
  return db
    .selectFrom('datasets')
    .select(['id as datasetId', 'catalog', 'schema', 'table_name'])
    .where('database_id', '=', databaseId)
    .where('id', 'in', [...ids])
    .where((eb) => eb.or([eb('sql', 'is', null), eb('sql', '=', '')]))
    .execute()
}

/** Whether the subject may read the schema of a table, or a dataset on it. Used only for remote databases. */
export async function readsTable(
  db: Db,
  subject: Subject,
  databaseId: number,
  { catalog, schema, table_name }: TablePlace,
): Promise<boolean> {
  if (seesSchema(subject, { id: databaseId, is_embedded: false }, schema)) return true
  const found = await db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', databaseId)
    .where('table_name', '=', table_name)
    .where('schema', schema === null ? 'is' : '=', schema)
    .where('catalog', catalog === null ? 'is' : '=', catalog)
    .where((eb) => eb.or([eb('sql', 'is', null), eb('sql', '=', '')]))
    .where(visible.datasets(subject))
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The query of a chart that annotates another one, or why it has none. Guests, and readers with whom only the dashboard
 * is shared, see only the charts of the dashboard.
 */
async function contextOfChart(
  { access, db }: Pick<Parts, 'access' | 'db'>,
  id: number,
  subject: Subject,
  dashboardId: number | null,
) {
  const isOnDashboard = db
    .selectFrom('dashboard_charts')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
    .select('dashboard_charts.chart_id')
    .where('dashboards.id', '=', dashboardId ?? 0)
    .where(access.visible.dashboards(subject))
  const chart = await db
    .selectFrom('charts')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([access.visible.charts(subject), eb('charts.id', 'in', isOnDashboard)]))
    .executeTakeFirst()
  if (!chart) return 'The chart does not exist'
  const dataset = await findDataset(db, chart.datasource_id)
  if (!dataset) return 'The chart datasource does not exist'
  return savedContext(chart) ?? (await contextOfFormData(chart, dataset)) ?? 'The chart query context does not exist'
}

/**
 * Readers without the permission to read annotations may read only layers that are saved with a chart on the dataset.
 */
async function mayReadLayer(db: Db, layerId: number, { subject, datasetId, chartId }: AnnotationReader) {
  if (has(subject, 'can_read:Annotation')) return true
  if (chartId === null) return false
  const chart = await db
    .selectFrom('charts')
    .select('params')
    .where('id', '=', chartId)
    .where('datasource_id', '=', datasetId)
    .executeTakeFirst()
  const { annotation_layers: layers } = parseObject(chart?.params ?? null)
  return (
    Array.isArray(layers) &&
    layers.some(
      (layer: Record<string, unknown> | null) => layer?.sourceType === 'NATIVE' && Number(layer.value) === layerId,
    )
  )
}

async function annotationsOf(
  db: Db,
  layerId: number,
  reader: AnnotationReader,
): Promise<StoredAnnotation[] | undefined> {
  if (!(await mayReadLayer(db, layerId, reader))) return undefined
  const layer = await db.selectFrom('annotation_layers').select('id').where('id', '=', layerId).executeTakeFirst()
  if (!layer) return undefined
  return db
    .selectFrom('annotations')
    .select(['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'])
    .where('layer_id', '=', layerId)
    .orderBy('id')
    .execute()
}

/** The chart-data service of one process. */
export function chartDataOf(
  { access, cache, db, connections, engine, gate, newFile, now, queryDataset }: Parts,
  config: Config,
): ChartDataService {
  const { limits } = config
  return createChartDataService({
    engine,
    cache,
    findDataset: (id) => findDataset(db, id),
    connectionOf: ({ id, version }, reader) => connections.of(id, reader, version),
    gate,
    queryDataset,
    checkAccess: (subject, datasetId, request) => access.canReadData(subject, datasetId, request),
    checkGuestQuery: (subject, asked) => checkGuestQuery(db, subject, asked),
    ruledTables: (databaseId, ids) => readRuledTables(db, databaseId, ids),
    readsTable: (subject, databaseId, place) => readsTable(db, subject, databaseId, place),
    chartCacheTimeout: async (chartId) => (await findChart(db, chartId))?.cache_timeout ?? null,
    annotationsOf: (layerId, reader) => annotationsOf(db, layerId, reader),
    contextOfChart: (id, subject, dashboardId) => contextOfChart({ access, db }, id, subject, dashboardId),
    now,
    timeZone: config.timeZone,
    viewZone: createViewZone(db),
    calendar: config.calendar,
    rows: { rows: Math.min(ROW_LIMIT, limits.rows), samples: SAMPLES_ROW_LIMIT, max: limits.rows },
    limits: { timeoutMs: limits.queryTimeoutMs, maxRows: limits.rows, maxBytes: limits.resultBytes },
    fileBytes: limits.exportBytes,
    newFile,
    queriesPerUser: limits.queriesPerUser,
    queriesWaiting: limits.queriesWaiting,
    cacheTimeoutS: config.cache.timeoutS,
  })
}
