import { type SqlBool, sql } from 'kysely'
import { filterTargets } from '../../model/dashboard/filterTargets.ts'
import { AppError } from '../../model/errors/errors.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Db } from '../storage/schema.ts'
import { among, type Condition, holds, one } from './conditions.ts'
import { type Subject, schemaGrant, seesAllData } from './subject.ts'
import type { Subjects } from './subjects.ts'
import type { DataRequest, Thing } from './thing.ts'

interface DatasetPlace {
  id: number
  schema: string | null
  database_id: number
}

/**
 * The error is the same for a dataset that the subject may not read and for one that does not exist, so that nobody
 * learns which ids exist. It names the dataset by its id, as later versions of the contract do.
 */
const closed = (datasetId: number) =>
  new AppError(
    'DATASOURCE_SECURITY_ACCESS_ERROR',
    403,
    `This endpoint requires the datasource ${datasetId}, database or \`all_datasource_access\` permission`,
    { extra: { link: '', datasource: String(datasetId) } },
  )

/**
 * Creates the check whether a subject may query the rows of a dataset: by a grant, by ownership, or through a dashboard
 * that is shared with a role of the subject or named in the subject's guest token.
 */
export function createDataAccess(
  db: Db,
  subjects: Subjects,
  isOwner: (subject: Subject, thing: Thing) => Promise<boolean>,
) {
  return async function canReadData(subject: Subject, datasetId: number, request: DataRequest = {}): Promise<void> {
    if (seesAllData(subject)) return
    const dataset = await db
      .selectFrom('datasets')
      .select(['id', 'schema', 'database_id'])
      .where('id', '=', datasetId)
      .executeTakeFirst()
    const isAllowed =
      dataset !== undefined &&
      ((await readsItself(subject, dataset)) || (await opensThroughDashboard(dataset, subject, request)))
    if (!isAllowed) throw closed(datasetId)
  }

  /** Whether a grant of one of the user's roles covers the dataset, or the user owns it. */
  async function readsItself(
    subject: Subject,
    { id, schema, database_id: databaseId }: DatasetPlace,
  ): Promise<boolean> {
    const { grants } = subject
    return (
      seesAllData(subject) ||
      grants.datasets.has(id) ||
      grants.databases.has(databaseId) ||
      grants.schemas.has(schemaGrant(databaseId, schema)) ||
      isOwner(subject, { kind: 'Dataset', id })
    )
  }

  /**
   * Whether an owner or the creator of a dashboard may read the dataset now: a user who lost this permission no longer
   * shares the data. If all of these users are deleted or disabled, the dashboard stays as it was saved, because only
   * users with the permission could save it.
   */
  async function isBacked(
    dashboard: { id: number; created_by: number | null },
    dataset: DatasetPlace,
  ): Promise<boolean> {
    const owners = await db
      .selectFrom('dashboard_owners')
      .select('user_id')
      .where('dashboard_id', '=', dashboard.id)
      .execute()
    const ids = new Set([dashboard.created_by, ...owners.map((owner) => owner.user_id)])
    let isAnybodyHere = false
    for (const id of ids) {
      const backer = id === null ? undefined : await subjects.ofUser(id)
      if (!backer) continue
      if (await readsItself(backer.subject, dataset)) return true
      isAnybodyHere = true
    }
    return !isAnybodyHere
  }

  /** A dashboard shared with the subject gives access only to the data of its own charts and filters. */
  async function opensThroughDashboard(
    dataset: DatasetPlace,
    subject: Subject,
    request: DataRequest,
  ): Promise<boolean> {
    const { id: datasetId } = dataset
    if (request.dashboardId == null) return false
    const dashboard = await db
      .selectFrom('dashboards')
      .select(['id', 'created_by', 'json_metadata'])
      .where('id', '=', request.dashboardId)
      .where(isShared(subject))
      .executeTakeFirst()
    if (!dashboard || !(await isBacked(dashboard, dataset))) return false
    if (request.nativeFilterId) return filterReads(dashboard.json_metadata, request.nativeFilterId, datasetId)
    if (request.chartId == null) return false
    return holds(
      db
        .selectFrom('dashboard_charts')
        .select(one)
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .where('dashboard_charts.dashboard_id', '=', dashboard.id)
        .where('charts.id', '=', request.chartId)
        .where('charts.datasource_id', '=', datasetId),
    )
  }
}

/** Dashboards that show their data to the subject: those of a guest token, or those shared with a role. */
function isShared(subject: Subject): Condition {
  if (subject.guest) return among('dashboards.id', subject.guest.dashboardIds)
  const roles = subject.roles.map((role) => role.id)
  return sql<SqlBool>`(dashboards.published = ${true} and exists (select 1 from dashboard_roles
    where dashboard_roles.dashboard_id = dashboards.id and ${among('dashboard_roles.role_id', roles)}))`
}

/** Whether the native filter of a dashboard reads its options from the dataset. */
function filterReads(metadata: string | null, filterId: string, datasetId: number): boolean {
  return filterTargets(parseObject(metadata)).some(
    (target) => target.filterId === filterId && target.datasetId === datasetId,
  )
}
