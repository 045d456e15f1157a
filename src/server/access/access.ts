import { type Expression, type SqlBool, sql } from 'kysely'
import { filterTargets } from '../../model/dashboard/filterTargets.ts'
import { AppError } from '../../model/errors/errors.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Db } from '../storage/schema.ts'
import { has, type Subject, schemaGrant, seesAllData } from './subject.ts'
import type { Subjects } from './subjects.ts'

/** The object of a permission check: an entity by its kind and id. */
export interface Thing {
  kind: 'Chart' | 'Dashboard' | 'Dataset' | 'Database'
  id: number
}

/** The context of a data request. A dashboard that is shared with roles gives access to the data of its charts. */
export interface DataRequest {
  dashboardId?: number | null
  chartId?: number | null
  /** The request is for the options of this native filter of the dashboard. */
  nativeFilterId?: string | null
}

type Condition = Expression<SqlBool>

export interface Access {
  /**
   * Checks whether the subject may perform the action. Throws not found (hidden objects do not exist for the subject)
   * or forbidden.
   * read: see the entity; write: change or delete it (owner or Admin).
   */
  can(subject: Subject, action: 'read' | 'write', thing: Thing): Promise<void>
  /** Whether the subject may query the dataset; throws DATASOURCE_SECURITY_ACCESS_ERROR (403). */
  canReadData(subject: Subject, datasetId: number, request?: DataRequest): Promise<void>
  /**
   * Conditions for lists: `db.selectFrom('charts').where(access.visible.charts(subject))`. They use the table name, so
   * the table must not have an alias.
   */
  visible: Record<'charts' | 'dashboards' | 'datasets' | 'databases', (subject: Subject) => Condition>
}

const notFound = () => new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
const forbidden = () => new AppError('GENERIC_COMMAND_ERROR', 403, 'Forbidden')

const everything = sql<SqlBool>`1 = 1`
const nothing = sql<SqlBool>`1 = 0`

/** `column in (ids)`, also for an empty list of ids. */
const among = (column: string, ids: Iterable<number>): Condition => {
  const list = [...ids]
  return list.length === 0 ? nothing : sql<SqlBool>`${sql.ref(column)} in (${sql.join(list)})`
}

const anyOf = (conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Datasets that a grant covers or the subject owns. */
function visibleDatasets(subject: Subject): Condition {
  if (seesAllData(subject)) return everything
  const { grants, user } = subject
  return anyOf([
    among('datasets.database_id', grants.databases),
    among('datasets.id', grants.datasets),
    ...[...grants.schemas].map((grant) => {
      const cut = grant.indexOf('/')
      return sql<SqlBool>`(datasets.database_id = ${Number(grant.slice(0, cut))}
        and coalesce(datasets.schema, '') = ${grant.slice(cut + 1)})`
    }),
    user
      ? sql<SqlBool>`exists (select 1 from dataset_owners
          where dataset_owners.dataset_id = datasets.id and dataset_owners.user_id = ${user.id})`
      : nothing,
  ])
}

/** Charts whose dataset is visible. */
function visibleCharts(subject: Subject): Condition {
  if (seesAllData(subject)) return everything
  return sql<SqlBool>`exists (select 1 from datasets
    where datasets.id = charts.datasource_id and ${visibleDatasets(subject)})`
}

/**
 * All for Admin; else owned dashboards, and published ones that are shared with a role of the subject or, if shared
 * with no role, show at least one dataset that the subject may query.
 */
function visibleDashboards(subject: Subject): Condition {
  if (subject.isAdmin) return everything
  const roles = subject.roles.map((role) => role.id)
  const owned = subject.user
    ? sql<SqlBool>`exists (select 1 from dashboard_owners
        where dashboard_owners.dashboard_id = dashboards.id and dashboard_owners.user_id = ${subject.user.id})`
    : nothing
  const sharesRole = sql<SqlBool>`exists (select 1 from dashboard_roles
    where dashboard_roles.dashboard_id = dashboards.id and ${among('dashboard_roles.role_id', roles)})`
  const hasNoRoles = sql<SqlBool>`not exists (select 1 from dashboard_roles
    where dashboard_roles.dashboard_id = dashboards.id)`
  const showsData = sql<SqlBool>`exists (select 1 from dashboard_charts
    join charts on charts.id = dashboard_charts.chart_id
    join datasets on datasets.id = charts.datasource_id
    where dashboard_charts.dashboard_id = dashboards.id and ${visibleDatasets(subject)})`
  return sql<SqlBool>`(${owned} or (dashboards.published = ${true}
    and (${sharesRole} or (${hasNoRoles} and ${showsData}))))`
}

/** Databases with a grant, and those with a grant on a schema or dataset in them. */
function visibleDatabases(subject: Subject): Condition {
  if (subject.isAdmin || has(subject, 'all_database_access:all_database_access')) return everything
  const { grants } = subject
  const named = [...grants.schemas].map((grant) => Number(grant.slice(0, grant.indexOf('/'))))
  return anyOf([
    among('databases.id', [...grants.databases, ...named]),
    sql<SqlBool>`exists (select 1 from datasets
      where datasets.database_id = databases.id and ${among('datasets.id', grants.datasets)})`,
  ])
}

/** Takes the store as an argument, so that it also works inside a transaction. */
export const visible: Access['visible'] = {
  charts: visibleCharts,
  dashboards: visibleDashboards,
  datasets: visibleDatasets,
  databases: visibleDatabases,
}

interface DatasetPlace {
  id: number
  schema: string | null
  database_id: number
}

/** The access gate: every decision about an object is made here, from the current permissions of the subject. */
export function createAccess(db: Db, subjects: Subjects): Access {
  const holds = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length > 0
  const one = sql`1`.as('one')

  async function isVisible(subject: Subject, { kind, id }: Thing): Promise<boolean> {
    switch (kind) {
      case 'Chart':
        return holds(db.selectFrom('charts').select(one).where('id', '=', id).where(visible.charts(subject)))
      case 'Dashboard':
        return holds(db.selectFrom('dashboards').select(one).where('id', '=', id).where(visible.dashboards(subject)))
      case 'Dataset':
        return holds(db.selectFrom('datasets').select(one).where('id', '=', id).where(visible.datasets(subject)))
      case 'Database':
        return holds(db.selectFrom('databases').select(one).where('id', '=', id).where(visible.databases(subject)))
    }
  }

  async function isOwner(subject: Subject, { kind, id }: Thing): Promise<boolean> {
    const userId = subject.user?.id
    if (userId === undefined) return false
    switch (kind) {
      case 'Chart':
        return holds(db.selectFrom('chart_owners').select(one).where('chart_id', '=', id).where('user_id', '=', userId))
      case 'Dashboard':
        return holds(
          db.selectFrom('dashboard_owners').select(one).where('dashboard_id', '=', id).where('user_id', '=', userId),
        )
      case 'Dataset':
        return holds(
          db.selectFrom('dataset_owners').select(one).where('dataset_id', '=', id).where('user_id', '=', userId),
        )
      case 'Database':
        return false
    }
  }

  return {
    visible,
    async can(subject, action, thing) {
      if (!(await isVisible(subject, thing))) throw notFound()
      if (action === 'write' && !subject.isAdmin && !(await isOwner(subject, thing))) throw forbidden()
    },
    async canReadData(subject, datasetId, request = {}) {
      if (seesAllData(subject)) return
      const dataset = await db
        .selectFrom('datasets')
        .innerJoin('databases', 'databases.id', 'datasets.database_id')
        .select(['datasets.id', 'datasets.table_name', 'datasets.schema', 'datasets.database_id'])
        .where('datasets.id', '=', datasetId)
        .executeTakeFirst()
      if (!dataset) throw notFound()
      if ((await readsItself(subject, dataset)) || (await opensThroughDashboard(dataset, subject, request))) {
        return
      }
      const name = dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name
      throw new AppError(
        'DATASOURCE_SECURITY_ACCESS_ERROR',
        403,
        `This endpoint requires the datasource ${name}, database or \`all_datasource_access\` permission`,
        { extra: { link: '', datasource: name } },
      )
    },
  }

  /** By a grant of a role of the user, or by ownership of the dataset. */
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
   * shares the data. If none of these users exists any more, the dashboard stays as it was saved, because only users
   * with the permission could save it.
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

  /** A dashboard shared with a role of the subject gives access only to the data of its own charts and filters. */
  async function opensThroughDashboard(
    dataset: DatasetPlace,
    subject: Subject,
    request: DataRequest,
  ): Promise<boolean> {
    const { id: datasetId } = dataset
    if (request.dashboardId == null) return false
    const roles = subject.roles.map((role) => role.id)
    const dashboard = await db
      .selectFrom('dashboards')
      .select(['id', 'created_by', 'json_metadata'])
      .where('id', '=', request.dashboardId)
      .where('published', '=', true)
      .where(
        sql<SqlBool>`exists (select 1 from dashboard_roles where dashboard_roles.dashboard_id = dashboards.id
          and ${among('dashboard_roles.role_id', roles)})`,
      )
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

/** Whether the native filter of a dashboard reads its options from the dataset. */
function filterReads(metadata: string | null, filterId: string, datasetId: number): boolean {
  return filterTargets(parseObject(metadata)).some(
    (target) => target.filterId === filterId && target.datasetId === datasetId,
  )
}
