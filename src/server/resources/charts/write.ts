import { type SqlBool, sql } from 'kysely'
import { isSupported } from '../../../charts/index.ts'
import { type ChartCreate, type ChartUpdate, isDatasetType } from '../../../model/chart/chart.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { changedByFolder } from '../../access/folderRights.ts'
import type { Subject } from '../../access/subject.ts'
import { type Author, changed, created, lockRow, recordChange } from '../../entities/changes.ts'
import {
  addRelated,
  checkOwners,
  forbidden,
  maySetPeople,
  notFound,
  ownersOfNew,
  relations,
  setRelated,
  unprocessable,
} from '../../entities/owners.ts'
import { placeChart } from '../../entities/placeCharts.ts'
import { refuseWithReports } from '../../entities/reports.ts'
import { moveToTrash } from '../../entities/trash.ts'
import { recordReplaced } from '../../entities/versions.ts'
import type { Services } from '../../services.ts'
import type { Db, Row, RowUpdate } from '../../storage/schema.ts'

/** Saves a new chart. The caller becomes its owner unless the body names others. */
export async function createChart(
  { db, access }: Services,
  subject: Subject,
  author: Author,
  body: ChartCreate,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const fields: Record<string, unknown> = {}
    await checkDataset(trx, access, subject, body.datasource_id, body.datasource_type, fields)
    const owners = await ownersOfNew(trx, subject, body.owners, fields)
    await checkDashboards(trx, access, subject, body.dashboards ?? [], fields)
    if (Object.keys(fields).length > 0) throw unprocessable(fields)
    const { id, uuid } = await trx
      .insertInto('charts')
      .values({
        ...created(author),
        slice_name: body.slice_name,
        datasource_id: body.datasource_id,
        datasource_type: 'table',
        viz_type: body.viz_type ?? '',
        params: body.params ?? null,
        query_context: body.query_context ?? null,
        description: body.description ?? null,
        cache_timeout: body.cache_timeout ?? null,
        certified_by: body.certified_by ?? null,
        certification_details: body.certification_details ?? null,
        is_managed_externally: body.is_managed_externally ?? false,
        external_url: body.external_url ?? null,
        last_saved_at: author.now,
        last_saved_by: author.userId,
      })
      .returning(['id', 'uuid'])
      .executeTakeFirstOrThrow()
    await addRelated(trx, relations.chartOwners, id, owners)
    await addRelated(trx, relations.chartDashboards, id, body.dashboards ?? [])
    await placeChart(trx, author, { id, uuid, slice_name: body.slice_name }, body.dashboards ?? [])
    await recordChange(trx, author, 'create', { kind: 'Chart', id })
    return id
  })
}

/**
 * Whether a body contains only the query context that a client has generated: the contract accepts this from every user
 * who may see the chart.
 */
const isContextNote = (body: ChartUpdate) =>
  body.query_context_generation === true &&
  body.query_context !== undefined &&
  Object.keys(body).every((key) => key === 'query_context' || key === 'query_context_generation')

/**
 * Whether the generated query context of a user who may not change the chart is stored. It determines what all users
 * get, so it is stored only if nothing else defines the chart's query.
 */
const lacksContext = (chart: Row<'charts'>) => !chart.query_context && !isSupported(chart.viz_type)

/**
 * Whether the subject may change a chart.
 * @throws AppError 404 if the subject may not see it
 */
const mayWrite = ({ can }: Services, subject: Subject, id: number) =>
  can(subject, 'write', { kind: 'Chart', id }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 403) return false
      throw error
    },
  )

/** Changes a chart. Fields that are not in the body are not changed. */
export async function updateChart(
  services: Services,
  subject: Subject,
  author: Author,
  id: number,
  body: ChartUpdate,
  ifMatch: string | undefined,
): Promise<number> {
  const { db, access, can } = services
  const isNote = isContextNote(body)
  await can(subject, isNote ? 'read' : 'write', { kind: 'Chart', id })
  const isForeign = isNote && !(await mayWrite(services, subject, id))
  const setsPeople = await maySetPeople(services, subject, { kind: 'Chart', id }, [
    [relations.chartOwners, body.owners],
  ])
  return db.transaction().execute(async (trx) => {
    const chart = await lockRow(trx, 'charts', id, ifMatch)
    if (!chart) throw notFound()
    if (isForeign && !lacksContext(chart)) return chart.version
    const fields: Record<string, unknown> = {}
    if (body.datasource_id != null && body.datasource_id !== chart.datasource_id) {
      await checkDataset(trx, access, subject, body.datasource_id, body.datasource_type ?? 'table', fields)
    }
    const owners = setsPeople && body.owners && (await checkOwners(trx, subject, body.owners, fields))
    const dashboards = body.dashboards && (await newDashboards(trx, access, subject, id, body.dashboards))
    if (dashboards) await checkDashboards(trx, access, subject, dashboards.added, fields)
    if (Object.keys(fields).length > 0) throw unprocessable(fields)
    await recordReplaced(trx, 'Chart', chart)
    await trx
      .updateTable('charts')
      .set({ ...changed(author), ...columnsOf(body, author) })
      .where('id', '=', id)
      .execute()
    if (owners) await setRelated(trx, relations.chartOwners, id, owners)
    if (dashboards) await setRelated(trx, relations.chartDashboards, id, dashboards.all)
    const named = { id, uuid: chart.uuid, slice_name: body.slice_name ?? chart.slice_name }
    await placeChart(trx, author, named, dashboards?.added ?? [])
    await recordChange(trx, author, 'update', { kind: 'Chart', id }, { fields: Object.keys(body) })
    return chart.version + 1
  })
}

function columnsOf(body: ChartUpdate, author: Author): RowUpdate<'charts'> {
  const { owners: _o, dashboards: _d, tags: _t, query_context_generation: generated, ...columns } = body
  const { slice_name, datasource_id, datasource_type: _type, viz_type, is_managed_externally, ...nullable } = columns
  return {
    ...nullable,
    // These cannot be empty: null means that they are not changed.
    ...(slice_name == null ? {} : { slice_name }),
    ...(datasource_id == null ? {} : { datasource_id }),
    ...(viz_type == null ? {} : { viz_type }),
    ...(is_managed_externally == null ? {} : { is_managed_externally }),
    ...(generated == null ? { last_saved_at: author.now, last_saved_by: author.userId } : {}),
  }
}

/** Deletes charts, all or none. */
export async function deleteCharts(
  { db, can }: Services,
  subject: Subject,
  author: Author,
  ids: number[],
): Promise<void> {
  for (const id of ids) await can(subject, 'read', { kind: 'Chart', id })
  for (const id of ids) await can(subject, 'write', { kind: 'Chart', id })
  await db.transaction().execute(async (trx) => {
    await refuseWithReports(trx, 'chart_id', ids)
    await moveToTrash(trx, author, 'Chart', ids)
    await trx.deleteFrom('charts').where('id', 'in', ids).execute()
    await trx.deleteFrom('favourites').where('class_name', '=', 'slice').where('obj_id', 'in', ids).execute()
    for (const id of ids) await recordChange(trx, author, 'delete', { kind: 'Chart', id })
  })
}

/** A dataset that the caller may not see does not exist for the chart either. */
async function checkDataset(
  db: Db,
  access: Services['access'],
  subject: Subject,
  id: number,
  type: string,
  fields: Record<string, unknown>,
): Promise<void> {
  if (type === 'query') {
    fields['datasource_id'] = ['Query does not exist']
    return
  }
  const found =
    isDatasetType(type) &&
    (await db
      .selectFrom('datasets')
      .select('id')
      .where('id', '=', id)
      .where(access.visible.datasets(subject))
      .executeTakeFirst())
  if (!found) fields['datasource_id'] = ['Datasource does not exist']
}

/** Placing a chart on a dashboard changes the dashboard: the caller must own it, or have the right by its folder. */
async function checkDashboards(
  db: Db,
  access: Services['access'],
  subject: Subject,
  ids: readonly number[],
  fields: Record<string, unknown>,
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const visible = await db
    .selectFrom('dashboards')
    .select('id')
    .where('id', 'in', wanted)
    .where(access.visible.dashboards(subject))
    .execute()
  if (visible.length < wanted.length) {
    fields['dashboards'] = ['Dashboards do not exist']
    return
  }
  if (subject.isAdmin) return
  const owned = await db
    .selectFrom('dashboard_owners')
    .select('dashboard_id')
    .where('dashboard_id', 'in', wanted)
    .where('user_id', '=', subject.user?.id ?? 0)
    .execute()
  const allowed = await changedByFolder(db, subject, 'Dashboard', wanted)
  const changeable = new Set([...owned.map((row) => row.dashboard_id), ...allowed])
  if (changeable.size < wanted.length) throw forbidden('Changing one or more of these dashboards is forbidden')
}

/**
 * The dashboards that a chart will be on. It stays on dashboards that the caller may not see, because the caller could
 * not choose them.
 */
async function newDashboards(
  db: Db,
  access: Services['access'],
  subject: Subject,
  chartId: number,
  ids: readonly number[],
): Promise<{ all: number[]; added: number[] }> {
  const rows = await db
    .selectFrom('dashboard_charts')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
    .select(['dashboard_id', sql<SqlBool>`${access.visible.dashboards(subject)}`.as('isSeen')])
    .where('chart_id', '=', chartId)
    .execute()
  const before = new Set(rows.map((row) => row.dashboard_id))
  const unseen = rows.flatMap((row) => (row.isSeen ? [] : [row.dashboard_id]))
  return { all: [...new Set([...ids, ...unseen])], added: ids.filter((id) => !before.has(id)) }
}
