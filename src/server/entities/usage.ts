import { type SqlBool, sql } from 'kysely'
import { filterTargets } from '../../model/dashboard/filterTargets.ts'
import type { UsageAnswer, UsageAsked, UsageGroup } from '../../model/usage/usageForm.ts'
import { macroDatasets, namesInSql, usedNames } from '../../model/usage/usedNames.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { has, type Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'

/** Maximum number of objects of one kind in a response. */
const MOST_LISTED = 50

/** Ids of objects, and the names that each of them uses. */
type Found = Map<number, Set<string>>

interface Context {
  services: Services
  subject: Subject
  asked: UsageAsked
  /** the requested columns and metrics */
  names: ReadonlySet<string>
  /** the datasets that are deleted, or that lose columns or metrics */
  datasetIds: number[]
}

/** The objects that use objects that will be deleted. Objects that the user may not see are only counted. */
export async function usageOf(services: Services, subject: Subject, asked: UsageAsked): Promise<UsageAnswer['result']> {
  const names = new Set([...asked.columns, ...asked.metrics])
  const context = { services, subject, asked, names, datasetIds: await datasetsOf(services, asked) }
  const charts = asked.kind === 'chart' ? await chartsOnCharts(context) : await chartsOnDatasets(context)
  return {
    charts: await listedCharts(context, charts),
    dashboards: await dashboardsWith(context, charts),
    datasets: await datasetsUsing(context),
    saved_queries: await savedQueriesUsing(context),
    row_rules: await rowRulesUsing(context),
  }
}

async function datasetsOf({ db }: Services, { kind, ids }: UsageAsked): Promise<number[]> {
  if (kind === 'dataset') return ids
  if (kind === 'chart') return []
  const rows = await db.selectFrom('datasets').select('id').where('database_id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** Charts of the datasets. If there are names, only charts that use at least one of them. */
async function chartsOnDatasets({ services: { db }, names, datasetIds }: Context): Promise<Found> {
  if (datasetIds.length === 0) return new Map()
  const query = db.selectFrom('charts').where('datasource_id', 'in', datasetIds).where('datasource_type', '=', 'table')
  if (names.size === 0) return whole(await query.select('id').execute())
  const charts = await query.select(['id', 'params', 'query_context']).execute()
  return new Map(
    charts.flatMap(({ id, params, query_context }) => {
      const used = usedNames([parseObject(params), parseObject(query_context)], names)
      return used.length > 0 ? [[id, new Set(used)] as const] : []
    }),
  )
}

const chartLists = ['line_charts', 'line_charts_2', 'deck_slices', 'selected_chart']

/** Charts that draw one of the charts that will be deleted, or take annotations from it. */
async function chartsOnCharts({ services: { db }, asked }: Context): Promise<Found> {
  const wanted = new Set(asked.ids)
  const mentions = [...chartLists, 'annotation_layers'].map((key) => sql<SqlBool>`charts.params like ${`%"${key}":%`}`)
  const charts = await db
    .selectFrom('charts')
    .select(['id', 'params'])
    .where((eb) => eb.or(mentions))
    .where('id', 'not in', asked.ids)
    .execute()
  return whole(charts.filter(({ params }) => otherCharts(parseObject(params)).some((id) => wanted.has(id))))
}

/** Ids of the charts that form data names. */
function otherCharts(form: Record<string, unknown>): number[] {
  const layers = Array.isArray(form['annotation_layers']) ? form['annotation_layers'] : []
  const sources = layers.flatMap((layer: unknown) =>
    isRecord(layer) && layer['sourceType'] !== 'NATIVE' ? [layer['value']] : [],
  )
  return [...sources, ...chartLists.flatMap((key) => form[key] ?? [])].map(Number).filter(Number.isSafeInteger)
}

const whole = (rows: readonly { id: number }[]): Found => new Map(rows.map(({ id }) => [id, new Set<string>()]))

async function listedCharts({ services: { db, access }, subject }: Context, found: Found): Promise<UsageGroup> {
  if (found.size === 0) return nothing
  const seen = await db
    .selectFrom('charts')
    .select(['id', 'slice_name'])
    .where('id', 'in', [...found.keys()])
    .where(access.visible.charts(subject))
    .orderBy('slice_name')
    .limit(MOST_LISTED)
    .execute()
  return group(
    found,
    seen.map(({ id, slice_name }) => ({ id, title: slice_name, url: `/explore/?slice_id=${id}` })),
  )
}

/** Dashboards that show one of the charts, or that filter by one of the datasets. */
async function dashboardsWith(context: Context, charts: Found): Promise<UsageGroup> {
  const { services, subject, asked, names, datasetIds } = context
  const { db, access } = services
  const found: Found = new Map()
  const add = (id: number, used: Iterable<string>) => found.set(id, new Set([...(found.get(id) ?? []), ...used]))
  const shown = asked.kind === 'chart' ? asked.ids : [...charts.keys()]
  const placed =
    shown.length === 0
      ? []
      : await db
          .selectFrom('dashboard_charts')
          .select(['dashboard_id', 'chart_id'])
          .where('chart_id', 'in', shown)
          .execute()
  for (const { dashboard_id, chart_id } of placed) add(dashboard_id, charts.get(chart_id) ?? [])
  if (datasetIds.length > 0) {
    const wanted = new Set(datasetIds)
    const filtering = await db
      .selectFrom('dashboards')
      .select(['id', 'json_metadata'])
      .where('json_metadata', 'like', '%"datasetId"%')
      .execute()
    for (const { id, json_metadata } of filtering) {
      const targets = filterTargets(parseObject(json_metadata)).filter(({ datasetId }) => wanted.has(datasetId))
      const used = targets.flatMap(({ column }) => (column !== undefined && names.has(column) ? [column] : []))
      if (names.size === 0 ? targets.length > 0 : used.length > 0) add(id, used)
    }
  }
  if (found.size === 0) return nothing
  const seen = await db
    .selectFrom('dashboards')
    .select(['id', 'dashboard_title'])
    .where('id', 'in', [...found.keys()])
    .where(access.visible.dashboards(subject))
    .orderBy('dashboard_title')
    .limit(MOST_LISTED)
    .execute()
  return group(
    found,
    seen.map(({ id, dashboard_title }) => ({
      id,
      title: dashboard_title ?? '',
      url: `/superset/dashboard/${id}/`,
    })),
  )
}

/** Datasets in the databases, and datasets whose query reads one of the deleted datasets by a macro. */
async function datasetsUsing({ services, subject, asked, names, datasetIds }: Context): Promise<UsageGroup> {
  const { db, access } = services
  if (names.size > 0 || asked.kind === 'chart') return nothing
  const inside = asked.kind === 'database' ? datasetIds : []
  const deleted = new Set(datasetIds)
  const reading = await db
    .selectFrom('datasets')
    .select(['id', 'sql'])
    .where('sql', 'like', '%dataset(%')
    .execute()
    .then((rows) => rows.filter((row) => !deleted.has(row.id) && readsOne(row.sql, deleted)))
  const found = whole([...inside.map((id) => ({ id })), ...reading])
  if (found.size === 0) return nothing
  const seen = await db
    .selectFrom('datasets')
    .select(['id', 'table_name'])
    .where('id', 'in', [...found.keys()])
    .where(access.visible.datasets(subject))
    .orderBy('table_name')
    .limit(MOST_LISTED)
    .execute()
  return group(
    found,
    seen.map(({ id, table_name }) => ({ id, title: table_name, url: `/dataset/${id}` })),
  )
}

const readsOne = (text: string | null, ids: ReadonlySet<number>) => macroDatasets(text ?? '').some((id) => ids.has(id))

/**
 * Saved queries on the databases that will be deleted, or those that read one of the deleted datasets by a macro. Only
 * the user's own queries are listed; all others are only counted.
 */
async function savedQueriesUsing({ services, subject, asked, names, datasetIds }: Context): Promise<UsageGroup> {
  const { db } = services
  if (names.size > 0 || asked.kind === 'chart') return nothing
  const wanted = new Set(datasetIds)
  const query = db.selectFrom('saved_queries').select(['id', 'label', 'sql', 'created_by']).orderBy('label')
  const rows =
    asked.kind === 'database'
      ? await query.where('db_id', 'in', asked.ids).execute()
      : (await query.where('sql', 'like', '%dataset(%').execute()).filter((row) => readsOne(row.sql, wanted))
  const own = rows.filter((row) => row.created_by !== null && row.created_by === subject.user?.id)
  return group(
    whole(rows),
    own.slice(0, MOST_LISTED).map(({ id, label }) => ({
      id,
      title: label ?? '',
      url: `/superset/sqllab/?savedQueryId=${id}`,
    })),
  )
}

/** Row rules on the datasets. If there are names, only rules whose clause uses at least one of them. */
async function rowRulesUsing({ services: { db }, subject, names, datasetIds }: Context): Promise<UsageGroup> {
  if (datasetIds.length === 0) return nothing
  const lower = new Map([...names].map((name) => [name.toLowerCase(), name]))
  const rules = await db
    .selectFrom('row_rules')
    .select(['id', 'name', 'clause'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('row_rule_datasets')
          .select('row_rule_datasets.rule_id')
          .whereRef('row_rule_datasets.rule_id', '=', 'row_rules.id')
          .where('row_rule_datasets.dataset_id', 'in', datasetIds),
      ),
    )
    .orderBy('name')
    .execute()
  const using = rules
    .map(({ clause, ...rule }) => ({ ...rule, used: namesInSql(clause, lower) }))
    .filter(({ used }) => names.size === 0 || used.length > 0)
  const seen = has(subject, 'can_read:Row Level Security') ? using.slice(0, MOST_LISTED) : []
  return group(
    new Map(using.map(({ id, used }) => [id, new Set(used)])),
    seen.map(({ id, name }) => ({ id, title: name, url: `/rowlevelsecurityfiltersmodelview/edit/${id}` })),
  )
}

const nothing: UsageGroup = { count: 0, result: [] }

const group = (found: Found, seen: { id: number; title: string; url: string }[]): UsageGroup => ({
  count: found.size,
  result: seen.map((row) => ({ ...row, names: [...(found.get(row.id) ?? [])].sort() })),
})
